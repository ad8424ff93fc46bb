import { presentCoupon } from './coupon-objects.ts';
import { invalid } from './refusal.ts';
import type { State } from './state.ts';

type Node = Readonly<Record<string, unknown>>;

/** Replaces ids by their objects along paths such as `payment_intent.latest_charge` or `data.product`. */
export function expand(state: State, body: object, paths: readonly string[]): object {
  return paths.reduce<object>((node, path) => {
    const steps = path.split('.');
    return expandPath(state, node as Node, steps, path);
  }, body);
}

function expandPath(state: State, node: Node, [head = '', ...rest]: string[], path: string): Node {
  const value = readField(state, node, head, rest.length === 0);
  if (value === undefined) throw cannotExpand(path);
  return { ...node, [head]: expandRest(state, value, rest, path) };
}

function expandRest(state: State, value: unknown, rest: string[], path: string): unknown {
  if (rest.length === 0 || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => expandRest(state, item, rest, path));
  if (typeof value === 'object') return expandPath(state, value as Node, rest, path);
  throw cannotExpand(path);
}

function readField(state: State, node: Node, field: string, isLeaf: boolean): unknown {
  // A coupon has its products only if expanded.
  if (node.object === 'coupon' && field === 'applies_to')
    return state.coupons.get(String(node.id))?.applies_to ?? null;
  const value = node[field];
  const reference = references[field];
  if (typeof value === 'string') return reference && (reference(state, value) ?? value);
  if (value === null) return reference ? null : undefined;
  // Objects and lists on the path are traversed; as a last step they can't be expanded.
  return isLeaf && !reference ? undefined : value;
}

const cannotExpand = (path: string) =>
  invalid(`This property cannot be expanded (${path}).`, undefined, 'expand');

const references: Readonly<Record<string, (state: State, id: string) => object | undefined>> = {
  payment_intent: (state, id) => state.paymentIntents.get(id),
  latest_charge: (state, id) => state.charges.get(id),
  charge: (state, id) => state.charges.get(id),
  balance_transaction: (state, id) => state.balanceTransactions.get(id),
  product: (state, id) => state.products.get(id),
  default_price: (state, id) => state.prices.get(id),
  promotion_code: (state, id) => state.promotionCodes.get(id),
  coupon: (state, id) => {
    const coupon = state.coupons.get(id);
    return coupon && presentCoupon(coupon, state.clock.now());
  },
};
