import type { paymentLedger } from '../db/tables.ts';

type Movement = Pick<
  typeof paymentLedger.$inferSelect,
  'orderId' | 'kind' | 'amount' | 'provider' | 'moneyRef' | 'currency'
>;

/** The money of one order, in cents; all three are positive. `references` are the provider's payments. */
export interface Money {
  readonly captured: number;
  readonly refunded: number;
  readonly disputed: number;
  readonly provider: string | null;
  readonly currency: string | null;
  readonly references: readonly string[];
}

const NOTHING: Money = {
  captured: 0,
  refunded: 0,
  disputed: 0,
  provider: null,
  currency: null,
  references: [],
};

/** What the ledger's rows come to for each order; a refund that failed and a dispute that was won count for nothing. */
export function sumMovements(movements: readonly Movement[]): (orderId: number) => Money {
  const sums = new Map<number, Money>();
  for (const one of movements) {
    sums.set(one.orderId, add(sums.get(one.orderId) ?? NOTHING, one));
  }
  return (orderId) => sums.get(orderId) ?? NOTHING;
}

function add(sum: Money, { kind, amount, provider, moneyRef, currency }: Movement): Money {
  const known = { ...sum, provider: sum.provider ?? provider, currency };
  switch (kind) {
    case 'capture':
      return { ...known, captured: sum.captured + amount, references: [...sum.references, moneyRef] };
    case 'refund':
    case 'refund_reversal':
      return { ...known, refunded: sum.refunded - amount };
    case 'dispute':
    case 'dispute_reversal':
      return { ...known, disputed: sum.disputed - amount };
  }
}
