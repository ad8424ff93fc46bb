import { expect, test } from 'vitest';
import { statusWords } from './status-words.ts';

const AT_8_31 = Date.parse('2025-09-20T14:31:00Z');
const online = {
  isOnline: true,
  syncedAt: AT_8_31,
  offlineSince: null,
  waiting: 0,
  storage: 'kept',
} as const;
const offline = { ...online, isOnline: false, offlineSince: AT_8_31, waiting: 27 };

test.each([
  ['Online · synced 4 s ago', online, 4_900],
  ['Online · synced 59 s ago', online, 59_999],
  ['Online · synced 3 min ago', online, 185_000],
  ['Online · not synced yet', { ...online, syncedAt: null }, 0],
  ['Online · synced 1 s ago · sending 1 scan', { ...online, waiting: 1 }, 1_000],
  ['Offline since 8:31 · 27 scans waiting · they are safe on this phone', offline, 0],
  ['Offline since 8:31 · 1 scan waiting · it is safe on this phone', { ...offline, waiting: 1 }, 0],
  ['Offline since 8:31 · no scans waiting', { ...offline, waiting: 0 }, 0],
  ['Offline · no scans waiting', { ...offline, offlineSince: null, waiting: 0 }, 0],
  [
    'Offline since 8:31 · 27 scans waiting · this phone is full, keep this page open',
    { ...offline, storage: 'full' },
    0,
  ],
  ['Offline since 8:31 · 27 scans waiting · keep this page open', { ...offline, storage: 'none' }, 0],
  [
    'Offline since 8:31 · 1 scan waiting · keep this page open',
    { ...offline, waiting: 1, storage: 'slow' },
    0,
  ],
] as const)('the line says: %s', (words, state, age) => {
  expect(statusWords(state, age)).toBe(words);
});
