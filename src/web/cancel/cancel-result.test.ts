import { expect, test } from 'vitest';
import { resultWords } from './cancel-result.tsx';

test.each([
  [{ amount: 0, seats: 1, state: null }, 'ok', 'The seat is canceled'],
  [{ amount: 40_00, seats: 2, state: 'succeeded' }, 'ok', '2 seats are canceled, and $40.00 was refunded'],
  [{ amount: 40_00, seats: 2, state: 'pending' }, 'info', 'Your refund of $40.00 is on its way'],
  [{ amount: 40_00, seats: 2, state: 'requires_action' }, 'info', 'Your refund of $40.00 is on its way'],
  [{ amount: 40_00, seats: 2, state: 'failed' }, 'error', 'The refund of $40.00 did not go through'],
] as const)('the result %j is shown in the tone %s: %s', (done, tone, title) => {
  expect(resultWords(done)).toMatchObject({ tone, title });
});
