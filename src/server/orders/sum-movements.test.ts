import { expect, test } from 'vitest';
import { sumMovements } from './sum-movements.ts';

const move = (
  orderId: number,
  kind: 'capture' | 'refund' | 'refund_reversal' | 'dispute' | 'dispute_reversal',
  amount: number,
) => ({
  orderId,
  kind,
  amount,
  provider: 'stripe' as const,
  moneyRef: `pi_${orderId}`,
  currency: 'usd',
});

test('money is summed order by order; what failed or was won back counts for nothing', () => {
  const moneyOf = sumMovements([
    move(1, 'capture', 200_00),
    move(2, 'capture', 20_00),
    move(1, 'refund', -50_00),
    move(1, 'refund', -30_00),
    move(1, 'refund_reversal', 30_00),
    move(2, 'dispute', -20_00),
    move(2, 'dispute_reversal', 20_00),
  ]);
  const paid = { provider: 'stripe', currency: 'usd' };
  expect(moneyOf(1)).toEqual({
    ...paid,
    captured: 200_00,
    refunded: 50_00,
    disputed: 0,
    references: ['pi_1'],
  });
  expect(moneyOf(2)).toEqual({ ...paid, captured: 20_00, refunded: 0, disputed: 0, references: ['pi_2'] });
  expect(moneyOf(3)).toMatchObject({ captured: 0, provider: null, references: [] });
});
