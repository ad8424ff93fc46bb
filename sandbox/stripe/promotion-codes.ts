import type Stripe from 'stripe';
import { type Endpoint, endpoint } from './api.ts';
import type { Core } from './core.ts';
import { isPromotionUsable } from './coupon-objects.ts';
import { findCoupon } from './coupons.ts';
import { pageOf, pagingByTime } from './pages.ts';
import {
  atLeast,
  flag,
  hash,
  instant,
  mergeMetadata,
  metadata,
  notSimulated,
  oneOf,
  type ParamsOf,
  text,
} from './params.ts';
import { invalid, noSuch } from './refusal.ts';
import { newId } from './state.ts';

const createParams = hash(
  {
    promotion: hash({ type: oneOf('coupon'), coupon: text }, 'type', 'coupon'),
    active: flag,
    code: text,
    customer: notSimulated,
    customer_account: notSimulated,
    expires_at: instant,
    max_redemptions: atLeast(1),
    metadata,
    restrictions: notSimulated,
  } satisfies ParamsOf<Stripe.PromotionCodeCreateParams>,
  'promotion',
);

const updateParams = hash({
  active: flag,
  metadata,
  restrictions: notSimulated,
} satisfies ParamsOf<Stripe.PromotionCodeUpdateParams>);

const listParams = hash({
  ...pagingByTime,
  active: flag,
  code: text,
  coupon: text,
  customer: notSimulated,
  customer_account: notSimulated,
} satisfies ParamsOf<Stripe.PromotionCodeListParams>);

export function promotionCodeEndpoints(core: Core): Endpoint[] {
  const { promotionCodes, clock } = core.state;
  /** A code that cannot be redeemed any more is shown as inactive. */
  const present = (one: Stripe.PromotionCode) => ({ ...one, active: isPromotionUsable(one, clock.now()) });
  return [
    endpoint('POST', '/v1/promotion_codes', createParams, (params) => create(core, params)),
    endpoint('GET', '/v1/promotion_codes', listParams, ({ active, code, coupon, created, ...paging }) => {
      const found = promotionCodes
        .list()
        .map(present)
        .filter((one) => active === undefined || one.active === active)
        .filter((one) => !code || isSameCode(one.code, code))
        .filter((one) => !coupon || one.promotion.coupon === coupon);
      return pageOf(found, { created, ...paging }, '/v1/promotion_codes');
    }),
    endpoint('GET', '/v1/promotion_codes/:id', hash({}), (_, id) => present(findPromotionCode(core, id))),
    endpoint('POST', '/v1/promotion_codes/:id', updateParams, (params, id) => {
      const old = findPromotionCode(core, id);
      const code = {
        ...old,
        active: params.active ?? old.active,
        metadata: mergeMetadata(old.metadata ?? {}, params.metadata),
      };
      promotionCodes.put(id, code);
      core.events.record('promotion_code.updated', present(code));
      return present(code);
    }),
  ];
}

export function findPromotionCode({ state }: Core, id: string, param = 'id'): Stripe.PromotionCode {
  const promotion = state.promotionCodes.get(id);
  if (!promotion) throw noSuch('promotion code', id, param);
  return promotion;
}

function create(core: Core, params: ReturnType<typeof createParams>): Stripe.PromotionCode {
  const { promotionCodes, seconds } = core.state;
  const coupon = findCoupon(core, params.promotion.coupon, 'promotion[coupon]');
  const code = params.code ?? newId('', 8).toUpperCase();
  if (promotionCodes.list().some((one) => one.active && isSameCode(one.code, code))) {
    throw invalid(`An active promotion code with \`code: ${code}\` already exists.`, undefined, 'code');
  }
  const promotion: Stripe.PromotionCode = {
    id: newId('promo_'),
    object: 'promotion_code',
    active: params.active ?? true,
    code,
    created: seconds(),
    customer: null,
    customer_account: null,
    expires_at: params.expires_at ?? null,
    livemode: false,
    max_redemptions: params.max_redemptions ?? null,
    metadata: mergeMetadata({}, params.metadata),
    promotion: { type: 'coupon', coupon: coupon.id },
    restrictions: { first_time_transaction: false, minimum_amount: null, minimum_amount_currency: null },
    times_redeemed: 0,
  };
  promotionCodes.put(promotion.id, promotion);
  core.events.record('promotion_code.created', promotion);
  return promotion;
}

const isSameCode = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
