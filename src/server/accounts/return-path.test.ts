import { expect, test } from 'vitest';
import { returnPath } from './return-path.ts';

test.each([
  '/',
  '/admin',
  '/admin/coupons?tab=1',
  '/confirmation/4KD9',
  '/admin?next=https://elsewhere.example/',
])('%s is kept', (path) => {
  expect(returnPath(path)).toBe(path);
});

test.each([
  [undefined],
  [''],
  ['admin'],
  ['//evil.example'],
  ['///evil.example'],
  ['/\\evil.example'],
  ['\\\\evil.example'],
  ['/x\\..\\..\\evil.example'],
  ['/\t/evil.example'],
  ['/\n/evil.example'],
  [' //evil.example'],
  ['/.//evil.example'],
  ['/x/..//evil.example'],
  ['/%2e//evil.example'],
  ['/%2f/evil.example'],
  ['https://evil.example'],
  ['https:evil.example'],
  ['javascript:alert(1)'],
  ['data:text/html,x'],
  ['/api/logout'],
  ['/x/../api/logout'],
  ['/%61pi/logout'],
  ['/ädmin'],
])('%j leads to the dashboard', (path) => {
  expect(returnPath(path)).toBe('/admin');
});

test('any requested path stays on the site', () => {
  const parts = ['/', '\\', '.', '..', '//', 'x', '%2f', '@', ':', 'evil.example', '\t', '?', '#'];
  for (let seed = 0; seed < 20_000; seed += 1) {
    let rest = seed * 2_654_435_761;
    let path = '/';
    for (let n = 0; n < 6; n += 1) {
      path += parts[rest % parts.length]!;
      rest = Math.floor(rest / parts.length);
    }
    expect(new URL(returnPath(path), 'https://summit.example.org').origin).toBe('https://summit.example.org');
  }
});
