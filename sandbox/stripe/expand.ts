import { presentCoupon } from './coupon-objects.ts';
import { pageOf } from './pages.ts';
import { invalid } from './refusal.ts';
import type { State } from './state.ts';

type Node = Readonly<Record<string, unknown>>;

/** Replaces ids by their objects along paths such as `payment_intent.latest_charge` or `data.product`. */
export function expand(state: State, body: object, paths: readonly string[]): object {
  return paths.reduce<object>((node, path) => {
    const steps = path.split('.');
    if (steps.length > 4) throw invalid(`You cannot expand more than 4 levels of a property (${path}).`);
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
  const included = includedLists[`${node.object}.${field}`];
  if (included) return included(state, String(node.id));
  const value = node[field];
  const reference = notExpandable.has(`${node.object}.${field}`) ? undefined : references[field];
  if (typeof value === 'string') return reference && (reference(state, value) ?? value);
  if (value === null) return reference ? null : undefined;
  // A hash or list on the way is walked through; as a last step there is nothing to expand in it.
  return isLeaf && !reference ? undefined : value;
}

const cannotExpand = (path: string) =>
  invalid(`This property cannot be expanded (${path}).`, undefined, 'expand');

const notExpandable = new Set(['charge.payment_method', 'event.type']);

const references: Readonly<Record<string, (state: State, id: string) => object | undefined>> = {
  payment_intent: (state, id) => state.paymentIntents.get(id),
  latest_charge: (state, id) => state.charges.get(id),
  charge: (state, id) => state.charges.get(id),
  balance_transaction: (state, id) => state.balanceTransactions.get(id),
  payment_method: (state, id) => state.paymentMethods.get(id),
  product: (state, id) => state.products.get(id),
  default_price: (state, id) => state.prices.get(id),
  promotion_code: (state, id) => state.promotionCodes.get(id),
  coupon: (state, id) => {
    const coupon = state.coupons.get(id);
    return coupon && presentCoupon(coupon, state.clock.now());
  },
};

/** Lists and hashes that an object carries only when asked. */
const includedLists: Readonly<Record<string, (state: State, id: string) => unknown>> = {
  'checkout.session.line_items': (state, id) =>
    pageOf(
      [...(state.checkouts.get(id)?.lineItems ?? [])].reverse(),
      {},
      `/v1/checkout/sessions/${id}/line_items`,
    ),
  'charge.refunds': (state, id) =>
    pageOf(
      state.refunds.list().filter((refund) => refund.charge === id),
      {},
      `/v1/charges/${id}/refunds`,
    ),
  'coupon.applies_to': (state, id) => state.coupons.get(id)?.applies_to ?? null,
};
