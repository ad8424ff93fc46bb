import { expect, test } from 'vitest';
import { sumMovements } from './sum-movements.ts';

const move = (
  orderId: number,
  kind: 'capture' | 'refund' | 'refund_reversal' | 'dispute' | 'dispute_reversal',
  amount: number,
  fee: number | null = null,
) => ({
  orderId,
  kind,
  amount,
  fee,
  provider: 'stripe' as const,
  moneyRef: `pi_${orderId}`,
  currency: 'usd',
});

test('amounts are summed per order; failed refunds and won disputes count as nothing', () => {
  const moneyOf = sumMovements([
    move(1, 'capture', 200_00),
    move(2, 'capture', 20_00, 88),
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
    fee: null,
    references: ['pi_1'],
  });
  expect(moneyOf(2)).toEqual({
    ...paid,
    captured: 20_00,
    refunded: 0,
    disputed: 0,
    fee: 88,
    references: ['pi_2'],
  });
  expect(moneyOf(3)).toMatchObject({ captured: 0, fee: null, provider: null, references: [] });
});

test('the fee of an order paid twice is known once both fees are', () => {
  const feeOf = (...fees: (number | null)[]) =>
    sumMovements(fees.map((fee) => move(1, 'capture', 20_00, fee)))(1).fee;
  expect([feeOf(88, 88), feeOf(88, null), feeOf(null, 88), feeOf(null)]).toEqual([176, null, null, null]);
});
