import type Stripe from 'stripe';
import * as z from 'zod';
import type { Endpoint } from '#sandbox/endpoint.ts';
import { newId } from '#sandbox/new-id.ts';
import { endpoint } from './api.ts';
import type { Core } from './core.ts';
import { presentCoupon } from './expand.ts';
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

const createCodeParams = z.strictObject({
  promotion: z.strictObject({ type: z.literal('coupon'), coupon: text }),
  code: text.optional(),
  max_redemptions: integer.optional(),
});

const listCodesParams = pagingParams.extend({ code: text.optional() });

export function couponEndpoints(core: Core): Endpoint[] {
  const { coupons, promotionCodes } = core.state;
  const present = (coupon: Stripe.Coupon) => presentCoupon(core.state, coupon);
  return [
    endpoint('POST', '/v1/coupons', createParams, (params) => present(create(core, params))),
    endpoint('GET', '/v1/coupons', pagingParams, (query) =>
      pageOf(coupons.list().map(present), query, '/v1/coupons'),
    ),
    endpoint('GET', '/v1/coupons/:id', noParams, (_, id) => present(findCoupon(core, id))),
    // The site checks its key's permission by updating a coupon that doesn't exist.
    endpoint('POST', '/v1/coupons/:id', noParams, (_, id) => present(findCoupon(core, id))),
    endpoint('DELETE', '/v1/coupons/:id', noParams, (_, id) => remove(core, id)),
    endpoint('POST', '/v1/promotion_codes', createCodeParams, (params) => createCode(core, params)),
    endpoint('GET', '/v1/promotion_codes', listCodesParams, (query) => {
      const wanted = query.code?.toLowerCase();
      return pageOf(
        promotionCodes.list(),
        query,
        '/v1/promotion_codes',
        ({ code }) => wanted === undefined || code.toLowerCase() === wanted,
      );
    }),
  ];
}

function findCoupon({ state }: Core, id: string): Stripe.Coupon {
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
  core.events.record('coupon.created', presentCoupon(core.state, coupon));
  return coupon;
}

function remove(core: Core, id: string): Stripe.DeletedCoupon {
  const coupon = findCoupon(core, id);
  core.state.coupons.delete(id);
  core.events.record('coupon.deleted', presentCoupon(core.state, coupon));
  return { id, object: 'coupon', deleted: true };
}

function createCode(core: Core, params: z.output<typeof createCodeParams>): Stripe.PromotionCode {
  const { promotionCodes, seconds } = core.state;
  const coupon = findCoupon(core, params.promotion.coupon);
  const code = params.code ?? newId('', 8).toUpperCase();
  const promotion: Stripe.PromotionCode = {
    id: newId('promo_'),
    object: 'promotion_code',
    active: true,
    code,
    created: seconds(),
    customer: null,
    customer_account: null,
    expires_at: null,
    livemode: false,
    max_redemptions: params.max_redemptions ?? null,
    metadata: {},
    promotion: { type: 'coupon', coupon: coupon.id },
    restrictions: { first_time_transaction: false, minimum_amount: null, minimum_amount_currency: null },
    times_redeemed: 0,
  };
  promotionCodes.put(promotion.id, promotion);
  core.events.record('promotion_code.created', promotion);
  return promotion;
}
