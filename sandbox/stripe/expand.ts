import type Stripe from 'stripe';
import type { State } from './state.ts';

type Node = Readonly<Record<string, unknown>>;

/** Replaces ids by their objects along paths such as `payment_intent.latest_charge` or `data.default_price`. */
export function expand(state: State, body: object, paths: readonly string[]): object {
  return paths.reduce((node, path) => expandPath(state, node, path.split('.')) as object, body);
}

/** A coupon as the API shows it: `applies_to` only when expanded, `valid` as of now. */
export function presentCoupon({ clock }: State, { applies_to: _, ...coupon }: Stripe.Coupon): Stripe.Coupon {
  return { ...coupon, valid: coupon.redeem_by === null || coupon.redeem_by * 1000 > clock.now().getTime() };
}

function expandPath(state: State, node: unknown, steps: readonly string[]): unknown {
  const [field, ...rest] = steps;
  if (field === undefined || typeof node !== 'object' || node === null) return node;
  if (Array.isArray(node)) return node.map((item) => expandPath(state, item, steps));
  return { ...node, [field]: expandPath(state, readField(state, node as Node, field), rest) };
}

function readField(state: State, node: Node, field: string): unknown {
  // A coupon has its products only if expanded.
  if (node.object === 'coupon' && field === 'applies_to')
    return state.coupons.get(String(node.id))?.applies_to ?? null;
  const value = node[field];
  return typeof value === 'string' ? (references[field]?.(state, value) ?? value) : value;
}

const references: Readonly<Record<string, (state: State, id: string) => object | undefined>> = {
  payment_intent: (state, id) => state.paymentIntents.get(id),
  latest_charge: (state, id) => state.charges.get(id),
  balance_transaction: (state, id) => state.balanceTransactions.get(id),
  default_price: (state, id) => state.prices.get(id),
  coupon: (state, id) => {
    const coupon = state.coupons.get(id);
    return coupon && presentCoupon(state, coupon);
  },
};
