import { expect, test } from 'vitest';
import { resultWords } from './cancel-result.tsx';

test.each([
  [{ amount: 0, seats: 1, state: null }, 'ok', 'The seat is canceled'],
  [{ amount: 40_00, seats: 2, state: 'succeeded' }, 'ok', '2 seats are canceled, and $40.00 was refunded'],
  [{ amount: 40_00, seats: 2, state: 'pending' }, 'info', 'Your refund of $40.00 is on its way'],
  [{ amount: 40_00, seats: 2, state: 'requires_action' }, 'info', 'Your refund of $40.00 is on its way'],
  [{ amount: 40_00, seats: 2, state: 'failed' }, 'error', 'The refund of $40.00 did not go through'],
] as const)('the result %j is shown in the tone %s: %s', (done, tone, title) => {
  expect(resultWords({ ...done, invitationsEnded: 0 })).toMatchObject({ tone, title });
});

test.each([
  [0, 'Nothing was canceled, and your tickets are still valid. We are looking into it and will email you.'],
  [
    1,
    'Your seats and tickets stay valid, but one invitation was withdrawn. You can invite people again on your team’s page. We are looking into it and will email you.',
  ],
  [
    2,
    'Your seats and tickets stay valid, but 2 invitations were withdrawn. You can invite people again on your team’s page. We are looking into it and will email you.',
  ],
])('a failed refund says that %i invitations were withdrawn', (invitationsEnded, text) => {
  expect(resultWords({ amount: 40_00, seats: 2, state: 'failed', invitationsEnded }).text).toBe(text);
});
