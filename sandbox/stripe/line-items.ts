import type Stripe from 'stripe';
import { buildPrice, buildProduct, findPrice, findProduct } from './catalogue-objects.ts';
import type { Core } from './core.ts';
import { isPromotionUsable, isRedeemable, presentCoupon } from './coupon-objects.ts';
import { findCoupon } from './coupons.ts';
import { mergeMetadata } from './params.ts';
import { findPromotionCode } from './promotion-codes.ts';
import { invalid } from './refusal.ts';
import type { CreateSession, LineItemParams } from './session-params.ts';
import { newId, type WireLineItem, type WirePrice } from './state.ts';

/** Resolves prices and makes inline ones; amounts in minor units, before discount. */
export function buildLineItems(core: Core, items: readonly LineItemParams[]): WireLineItem[] {
  return items.map((item, at) => {
    const price = priceOf(core, item, `line_items[${at}]`);
    const quantity = item.quantity;
    if (quantity === undefined) {
      throw invalid('Quantity is required.', 'parameter_missing', `line_items[${at}][quantity]`);
    }
    const subtotal = (price.unit_amount ?? 0) * quantity;
    return {
      id: newId('li_'),
      object: 'item',
      adjustable_quantity: null,
      amount_discount: 0,
      amount_subtotal: subtotal,
      amount_tax: 0,
      amount_total: subtotal,
      currency: price.currency,
      description: core.state.products.get(price.product)?.name ?? null,
      metadata: mergeMetadata({}, item.metadata),
      price,
      quantity,
    };
  });
}

function priceOf(core: Core, item: LineItemParams, name: string): WirePrice {
  const { price: id, price_data: data } = item;
  if ((id === undefined) === (data === undefined)) {
    throw invalid('You must specify either `price` or `price_data`.', undefined, name);
  }
  if (data) return createInlinePrice(core, data, `${name}[price_data]`);
  const price = findPrice(core, id ?? '', `${name}[price]`);
  if (!price.active)
    throw invalid(`The price specified is inactive: ${price.id}.`, undefined, `${name}[price]`);
  if (!core.state.products.get(price.product)?.active) {
    throw invalid(`The product of price ${price.id} is not active.`, undefined, `${name}[price]`);
  }
  return price;
}

/** Inline prices and products are kept, archived from the start, so that the catalogue does not show them. */
function createInlinePrice(
  core: Core,
  data: NonNullable<LineItemParams['price_data']>,
  name: string,
): WirePrice {
  const { product: id, product_data: productData } = data;
  if ((id === undefined) === (productData === undefined)) {
    throw invalid('You must specify either `product` or `product_data`.', undefined, name);
  }
  const product = productData
    ? buildProduct(core, { ...productData, active: false })
    : findProduct(core, id ?? '', `${name}[product]`);
  const price = buildPrice(core, { ...data, product: product.id, active: false });
  if (productData) core.state.products.put(product.id, product);
  core.state.prices.put(price.id, price);
  return price;
}

export interface Discounted {
  readonly lineItems: WireLineItem[];
  readonly discounts: Stripe.Checkout.Session.Discount[];
}

/** Takes the discount, rounded half up once per order, off the lines in proportion. */
export function applyDiscount(
  core: Core,
  lineItems: readonly WireLineItem[],
  asked: CreateSession['discounts'] = [],
): Discounted {
  const [first, ...more] = asked;
  if (!first) return { lineItems: [...lineItems], discounts: [] };
  if (more.length > 0) throw invalid('You can pass at most one discount.', undefined, 'discounts');
  const coupon = couponOf(core, first);
  const covered = lineItems.filter((line) => coversProduct(coupon, line.price.product));
  const subtotal = covered.reduce((sum, line) => sum + line.amount_subtotal, 0);
  const shares = distribute(discountOn(coupon, subtotal, lineItems[0]?.currency), covered);
  return {
    lineItems: lineItems.map((line) => withDiscount(core, line, coupon, shares.get(line.id) ?? 0)),
    discounts: [
      { coupon: first.promotion_code ? null : coupon.id, promotion_code: first.promotion_code ?? null },
    ],
  };
}

function couponOf(core: Core, asked: { coupon?: string; promotion_code?: string }): Stripe.Coupon {
  const now = core.state.clock.now();
  if ((asked.coupon === undefined) === (asked.promotion_code === undefined)) {
    throw invalid('A discount is either a `coupon` or a `promotion_code`.', undefined, 'discounts[0]');
  }
  const coupon = asked.promotion_code
    ? couponOfPromotion(core, asked.promotion_code, now)
    : findCoupon(core, asked.coupon ?? '', 'discounts[0][coupon]');
  if (!isRedeemable(coupon, now))
    throw invalid(`Coupon ${coupon.id} is expired.`, 'coupon_expired', 'discounts');
  return coupon;
}

function couponOfPromotion(core: Core, id: string, now: Date): Stripe.Coupon {
  const promotion = findPromotionCode(core, id, 'discounts[0][promotion_code]');
  if (!isPromotionUsable(promotion, now)) {
    throw invalid(
      `Promotion code ${promotion.code} is not active.`,
      undefined,
      'discounts[0][promotion_code]',
    );
  }
  return findCoupon(core, String(promotion.promotion.coupon));
}

function coversProduct(coupon: Stripe.Coupon, product: string): boolean {
  return coupon.applies_to === undefined || coupon.applies_to.products.includes(product);
}

function discountOn(coupon: Stripe.Coupon, subtotal: number, currency: string | undefined): number {
  if (coupon.percent_off !== null) return Math.round((subtotal * coupon.percent_off) / 100);
  if (coupon.currency !== currency) {
    throw invalid(`Coupon ${coupon.id} is in another currency.`, undefined, 'discounts[0][coupon]');
  }
  return Math.min(coupon.amount_off ?? 0, subtotal);
}

function distribute(total: number, lines: readonly WireLineItem[]): Map<string, number> {
  const shares = new Map<string, number>();
  let amountLeft = total;
  let weightLeft = lines.reduce((sum, line) => sum + line.amount_subtotal, 0);
  for (const line of lines) {
    const share = weightLeft === 0 ? 0 : Math.round((amountLeft * line.amount_subtotal) / weightLeft);
    shares.set(line.id, share);
    amountLeft -= share;
    weightLeft -= line.amount_subtotal;
  }
  return shares;
}

function withDiscount(core: Core, line: WireLineItem, coupon: Stripe.Coupon, amount: number): WireLineItem {
  const discount: Stripe.Discount = {
    id: newId('di_'),
    object: 'discount',
    checkout_session: null,
    customer: null,
    customer_account: null,
    end: null,
    invoice: null,
    invoice_item: null,
    promotion_code: null,
    source: { type: 'coupon', coupon: presentCoupon(coupon, core.state.clock.now()) },
    start: core.state.seconds(),
    subscription: null,
    subscription_item: null,
  };
  return {
    ...line,
    amount_discount: amount,
    amount_total: line.amount_subtotal - amount,
    discounts: amount > 0 ? [{ amount, discount }] : [],
  };
}
