import { expect, test } from 'vitest';
import type { PaymentCase } from '#contract/refunds.ts';
import { reasonOf } from './case-words.ts';

const reason = (details: PaymentCase['details']) =>
  reasonOf({ kind: 'refund_failed', details } as unknown as PaymentCase);

test('the case of a failed refund tells money that came back from money that never left', () => {
  expect(reason({ amount: 20_00 })).toBe('$20.00 came back: the card or account did not take the money.');
  expect(reason({ amount: 20_00, isRefused: true, provider: 'stripe' })).toBe(
    'Stripe refused to return $20.00, for instance because it was returned there. Look up the payment there.',
  );
});
