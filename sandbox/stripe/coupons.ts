import type Stripe from 'stripe';
import { type Endpoint, endpoint } from './api.ts';
import type { Core } from './core.ts';
import { presentCoupon } from './coupon-objects.ts';
import { pageOf, pagingByTime } from './pages.ts';
import {
  atLeast,
  currency,
  decimal,
  hash,
  instant,
  list,
  mergeMetadata,
  metadata,
  oneOf,
  text,
} from './params.ts';
import { invalid, noSuch } from './refusal.ts';
import { newId } from './state.ts';

const createParams = hash({
  amount_off: atLeast(1),
  applies_to: hash({ products: list(text) }),
  currency,
  duration: oneOf('once', 'repeating', 'forever'),
  duration_in_months: atLeast(1),
  id: text,
  max_redemptions: atLeast(1),
  metadata,
  name: text,
  percent_off: decimal,
  redeem_by: instant,
});

export function couponEndpoints(core: Core): Endpoint[] {
  const { coupons, clock } = core.state;
  const present = (coupon: Stripe.Coupon) => presentCoupon(coupon, clock.now());
  return [
    endpoint('POST', '/v1/coupons', createParams, (params) => present(create(core, params))),
    endpoint('GET', '/v1/coupons', hash(pagingByTime), (query) =>
      pageOf(coupons.list().map(present), query, '/v1/coupons'),
    ),
    endpoint('GET', '/v1/coupons/:id', hash({}), (_, id) => present(findCoupon(core, id))),
    // The site asks whether its key may change coupons, of one that does not exist.
    endpoint('POST', '/v1/coupons/:id', hash({}), (_, id) => present(findCoupon(core, id))),
    endpoint('DELETE', '/v1/coupons/:id', hash({}), (_, id) => remove(core, id)),
  ];
}

export function findCoupon({ state }: Core, id: string, param = 'coupon'): Stripe.Coupon {
  const coupon = state.coupons.get(id);
  if (!coupon) throw noSuch('coupon', id, param);
  return coupon;
}

type CreateParams = ReturnType<typeof createParams>;

function create(core: Core, params: CreateParams): Stripe.Coupon {
  checkCoupon(core, params);
  const coupon: Stripe.Coupon = {
    id: params.id ?? newId('', 8),
    object: 'coupon',
    amount_off: params.amount_off ?? null,
    ...(params.applies_to?.products && { applies_to: { products: params.applies_to.products } }),
    created: core.state.seconds(),
    currency: params.amount_off === undefined ? null : (params.currency ?? null),
    duration: params.duration ?? 'once',
    duration_in_months: params.duration_in_months ?? null,
    livemode: false,
    max_redemptions: params.max_redemptions ?? null,
    metadata: mergeMetadata({}, params.metadata),
    name: params.name ?? null,
    percent_off: params.percent_off ?? null,
    redeem_by: params.redeem_by ?? null,
    times_redeemed: 0,
    valid: true,
  };
  core.state.coupons.put(coupon.id, coupon);
  core.events.record('coupon.created', presentCoupon(coupon, core.state.clock.now()));
  return coupon;
}

function checkCoupon({ state }: Core, params: CreateParams): void {
  const { amount_off: amount, percent_off: percent } = params;
  if ((amount === undefined) === (percent === undefined)) {
    throw invalid('You must pass exactly one of `amount_off` and `percent_off`.', undefined, 'percent_off');
  }
  if (amount !== undefined && params.currency === undefined) {
    throw invalid('Missing required param: currency.', 'parameter_missing', 'currency');
  }
  if (percent !== undefined && (percent <= 0 || percent > 100)) {
    throw invalid('`percent_off` must be greater than 0 and at most 100.', undefined, 'percent_off');
  }
  if (params.id !== undefined && state.coupons.get(params.id)) {
    throw invalid('Coupon already exists.', 'resource_already_exists', 'id');
  }
  if ((params.name?.length ?? 0) > 40)
    throw invalid('Invalid string: at most 40 characters.', undefined, 'name');
  if (params.redeem_by !== undefined) checkRedeemBy(params.redeem_by, state.clock.now());
  const repeating = params.duration === 'repeating';
  if (repeating !== (params.duration_in_months !== undefined)) {
    throw invalid('`duration_in_months` goes with `duration=repeating`.', undefined, 'duration_in_months');
  }
}

function checkRedeemBy(redeemBy: number, now: Date): void {
  const seconds = now.getTime() / 1000;
  const fiveYears = 5 * 366 * 24 * 3600;
  if (redeemBy > seconds && redeemBy <= seconds + fiveYears) return;
  throw invalid('`redeem_by` must be in the future and within five years.', undefined, 'redeem_by');
}

function remove(core: Core, id: string): Stripe.DeletedCoupon {
  const coupon = findCoupon(core, id);
  core.state.coupons.delete(id);
  core.events.record('coupon.deleted', presentCoupon({ ...coupon, valid: false }, core.state.clock.now()));
  return { id, object: 'coupon', deleted: true };
}
