import { expect, test, vi } from 'vitest';
import { pendingRegistration } from '#test/factories.ts';
import { stubStorage } from '#test/stub-storage.ts';

const stored = stubStorage();
vi.stubGlobal('window', { name: '' });
vi.stubGlobal('location', { origin: 'https://summit.example' });
vi.stubGlobal('document', { referrer: '' });
const { readPendingRegistration } = await import('./pending-registration.ts');

test.each([
  ['nothing', null],
  ['invalid JSON', '{"firstName": "Tess"'],
  ['something else', '{"firstName": "Tess"}'],
])('%s is no registration', (_, text) => {
  stored.clear();
  if (text) stored.set('pending-registration', text);
  expect(readPendingRegistration()).toBeNull();
});

test('a stored registration is read', () => {
  stored.set('pending-registration', JSON.stringify(pendingRegistration()));
  expect(readPendingRegistration()?.firstName).toBe(pendingRegistration().firstName);
});
