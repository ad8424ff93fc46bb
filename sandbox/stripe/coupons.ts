import type Stripe from 'stripe';
import * as z from 'zod';
import { newId } from '#sandbox/new-id.ts';
import { type Endpoint, endpoint } from './api.ts';
import type { Core } from './core.ts';
import { presentCoupon } from './coupon-objects.ts';
import { pageOf, pagingParams } from './pages.ts';
import { currency, integer, list, metadata, noParams, text } from './params.ts';
import { invalid, noSuch } from './refusal.ts';

const createParams = z.strictObject({
  amount_off: integer.optional(),
  applies_to: z.strictObject({ products: list(text) }).optional(),
  currency: currency.optional(),
  duration: z.enum(['once', 'repeating', 'forever']).optional(),
  duration_in_months: integer.optional(),
  id: text.optional(),
  max_redemptions: integer.optional(),
  metadata,
  name: text.optional(),
  percent_off: z.coerce.number().optional(),
  redeem_by: integer.optional(),
});

export function couponEndpoints(core: Core): Endpoint[] {
  const { coupons, clock } = core.state;
  const present = (coupon: Stripe.Coupon) => presentCoupon(coupon, clock.now());
  return [
    endpoint('POST', '/v1/coupons', createParams, (params) => present(create(core, params))),
    endpoint('GET', '/v1/coupons', pagingParams, (query) =>
      pageOf(coupons.list().map(present), query, '/v1/coupons'),
    ),
    endpoint('GET', '/v1/coupons/:id', noParams, (_, id) => present(findCoupon(core, id))),
    // The site checks its key's permission by updating a coupon that doesn't exist.
    endpoint('POST', '/v1/coupons/:id', noParams, (_, id) => present(findCoupon(core, id))),
    endpoint('DELETE', '/v1/coupons/:id', noParams, (_, id) => remove(core, id)),
  ];
}

export function findCoupon({ state }: Core, id: string): Stripe.Coupon {
  const coupon = state.coupons.get(id);
  if (!coupon) throw noSuch('coupon', id, 'coupon');
  return coupon;
}

type CreateParams = z.output<typeof createParams>;

function create(core: Core, params: CreateParams): Stripe.Coupon {
  if (params.id !== undefined && core.state.coupons.get(params.id))
    throw invalid('Coupon already exists.', 'resource_already_exists', 'id');
  const coupon: Stripe.Coupon = {
    id: params.id ?? newId('', 8),
    object: 'coupon',
    amount_off: params.amount_off ?? null,
    ...(params.applies_to && { applies_to: params.applies_to }),
    created: core.state.seconds(),
    currency: params.amount_off === undefined ? null : (params.currency ?? null),
    duration: params.duration ?? 'once',
    duration_in_months: params.duration_in_months ?? null,
    livemode: false,
    max_redemptions: params.max_redemptions ?? null,
    metadata: params.metadata,
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

function remove(core: Core, id: string): Stripe.DeletedCoupon {
  const coupon = findCoupon(core, id);
  core.state.coupons.delete(id);
  core.events.record('coupon.deleted', presentCoupon({ ...coupon, valid: false }, core.state.clock.now()));
  return { id, object: 'coupon', deleted: true };
}
