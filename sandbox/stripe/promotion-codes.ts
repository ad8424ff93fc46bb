import type Stripe from 'stripe';
import * as z from 'zod';
import { newId } from '#sandbox/new-id.ts';
import { type Endpoint, endpoint } from './api.ts';
import type { Core } from './core.ts';
import { findCoupon } from './coupons.ts';
import { pageOf, pagingParams } from './pages.ts';
import { integer, text } from './params.ts';

const createParams = z.strictObject({
  promotion: z.strictObject({ type: z.literal('coupon'), coupon: text }),
  code: text.optional(),
  max_redemptions: integer.optional(),
});

const listParams = pagingParams.extend({ code: text.optional() });

export function promotionCodeEndpoints(core: Core): Endpoint[] {
  return [
    endpoint('POST', '/v1/promotion_codes', createParams, (params) => create(core, params)),
    endpoint('GET', '/v1/promotion_codes', listParams, (query) => {
      const { code } = query;
      const all = core.state.promotionCodes.list();
      return pageOf(all, query, '/v1/promotion_codes', (one) => !code || isSameCode(one.code, code));
    }),
  ];
}

function create(core: Core, params: z.output<typeof createParams>): Stripe.PromotionCode {
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

const isSameCode = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
