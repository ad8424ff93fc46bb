import { expect, test } from 'vitest';
import { mayTryAnotherCard } from './declines.ts';

test('an order accepts another card until the tenth decline (R-ORDER-8)', () => {
  expect([0, 1, 9, 10, 11].map(mayTryAnotherCard)).toEqual([true, true, true, false, false]);
});
