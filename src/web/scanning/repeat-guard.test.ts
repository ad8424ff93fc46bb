import { expect, test } from 'vitest';
import { createRepeatGuard } from './repeat-guard.ts';

test('a code counts again 2.5 s after it was last seen; a different code counts at once', () => {
  const isNew = createRepeatGuard();
  expect([
    isNew('A', 0),
    isNew('A', 2400),
    isNew('A', 4899),
    isNew('A', 7399),
    isNew('B', 7400),
    isNew('A', 7401),
    isNew('A', 7402),
  ]).toEqual([true, false, false, true, true, true, false]);
});
