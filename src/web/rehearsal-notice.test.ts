import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { RehearsalNotice } from './rehearsal-notice.tsx';

let today = '';
vi.mock('./clock.ts', () => ({ syncClock: () => {}, now: () => new Date(today) }));

test.each([
  ['2025-09-18T18:00:00Z', true],
  ['2025-09-19T18:00:00Z', false],
  ['2025-09-20T18:00:00Z', false],
  ['2025-09-21T18:00:00Z', true],
])('on %s, check-in is a rehearsal: %s', (at, isRehearsal) => {
  today = at;
  expect(renderToString(createElement(RehearsalNotice)).includes('Rehearsal:')).toBe(isRehearsal);
});
