import type { paymentLedger } from '../db/tables.ts';

type Movement = Pick<
  typeof paymentLedger.$inferSelect,
  'orderId' | 'kind' | 'amount' | 'fee' | 'provider' | 'moneyRef' | 'currency'
>;

/**
 * The amounts of one order, in cents, all positive. `references` are the provider's payment ids; the fee is null
 * until every payment's fee is known.
 */
export interface OrderAmounts {
  readonly captured: number;
  readonly refunded: number;
  readonly disputed: number;
  readonly fee: number | null;
  readonly provider: string | null;
  readonly currency: string | null;
  readonly references: readonly string[];
}

const NOTHING: OrderAmounts = {
  captured: 0,
  refunded: 0,
  disputed: 0,
  fee: null,
  provider: null,
  currency: null,
  references: [],
};

/** Sums the ledger's rows per order. Failed refunds and won disputes cancel out. */
export function sumMovements(movements: readonly Movement[]): (orderId: number) => OrderAmounts {
  const sums = new Map<number, OrderAmounts>();
  for (const one of movements) {
    sums.set(one.orderId, add(sums.get(one.orderId) ?? NOTHING, one));
  }
  return (orderId) => sums.get(orderId) ?? NOTHING;
}

function add(sum: OrderAmounts, { kind, amount, fee, provider, moneyRef, currency }: Movement): OrderAmounts {
  const known = { ...sum, provider: sum.provider ?? provider, currency };
  switch (kind) {
    case 'capture':
      return {
        ...known,
        captured: sum.captured + amount,
        fee: addFee(sum, fee),
        references: [...sum.references, moneyRef],
      };
    case 'refund':
    case 'refund_reversal':
      return { ...known, refunded: sum.refunded - amount };
    case 'dispute':
    case 'dispute_reversal':
      return { ...known, disputed: sum.disputed - amount };
  }
}

function addFee(sum: OrderAmounts, fee: number | null): number | null {
  if (sum.references.length === 0) return fee;
  return fee === null || sum.fee === null ? null : sum.fee + fee;
}
