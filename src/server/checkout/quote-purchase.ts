import { createHash } from 'node:crypto';
import type { PendingRegistration, createCheckoutSession as route } from '#contract/checkout.ts';
import type { ParsedOf } from '#contract/route.ts';
import * as fieldWords from '#contract/words/fields.ts';
import { REFUSAL_WORDS } from '#contract/words/refusals.ts';
import { emailKey, missingFields, withoutLeader } from '#domain/attendee.ts';
import { type Quote, quoteOrder } from '#domain/quote.ts';
import { personOf } from '../attendees/person-fields.ts';
import { readPackages } from '../catalog/mirror.ts';
import type { Context } from '../context.ts';
import { findCoupon, type StoredCoupon, withoutOwnUse } from '../coupons/find-coupon.ts';
import { refuseQuote } from '../coupons/refuse-quote.ts';
import type { NamedAttendee } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { visitorKey } from '../http/limits.ts';
import type { PaymentGateway } from '../payments/gateways/gateway.ts';
import type { HeldFor } from './limit-holds.ts';

export type CheckoutInput = ParsedOf<typeof route.body>;

/** What one request buys: built once from the input, and the only thing that the rest of the checkout reads. */
export interface Purchase {
  readonly buyer: Buyer;
  /** The buyer first, then the team members named so far. */
  readonly people: readonly NamedAttendee[];
  /** The server's own price, seats included. */
  readonly quote: Quote;
  /** The coupon behind the quote; the order holds one use of it. */
  readonly coupon: StoredCoupon | null;
  readonly gateway: PaymentGateway;
  readonly heldFor: HeldFor;
  /** Distinguishes purchases: requests with equal hashes may share a payment page. */
  readonly hash: string;
}

type Buyer = Pick<
  CheckoutInput['registrationData'],
  'firstName' | 'lastName' | 'email' | 'phone' | 'organization' | 'jobTitle'
>;

/** Prices the input and checks everything that can be checked without holding anything (R-PRICE-1). */
export async function quotePurchase(ctx: Context, input: CheckoutInput): Promise<Purchase> {
  const { registrationData: data } = input;
  const { quote, coupon } = await quoteCheckout(ctx, input);
  const { firstName, lastName, email, phone, organization, jobTitle } = data;
  const buyer = { firstName, lastName, email, phone, organization, jobTitle };
  const people = namedPeople(data);
  refuseUnfit(people, quote);
  const gateway = chooseGateway(ctx, input);
  const heldFor = {
    email,
    checkoutId: data.checkoutId ?? null,
    seats: quote.seats,
    ipMark: createHash('sha256').update(visitorKey(ctx.ipAddress)).digest('hex').slice(0, 16),
    browserMark: ctx.browserMark,
  };
  const { package: bought, seats, pricing, total, couponCode } = quote;
  const price = [bought.eventType, seats, pricing, total, couponCode, gateway.provider];
  const hash = createHash('sha256')
    .update(JSON.stringify([price, buyer, people]))
    .digest('hex');
  return { buyer, people, quote, coupon, gateway, heldFor, hash };
}

/** Where a free order's mails go: people at one address share one. */
export function emailsOf({ people }: Purchase): string[] {
  return [...new Set(people.map(({ email }) => emailKey(email)))];
}

async function quoteCheckout(
  ctx: Context,
  { eventType, registrationData: data, teamMemberCount }: CheckoutInput,
): Promise<Pick<Purchase, 'quote' | 'coupon'>> {
  const code = data.couponCode;
  const coupon = code ? await findCoupon(ctx, code) : null;
  const result = quoteOrder({
    event: ctx.content.event,
    packages: await readPackages(ctx),
    eventType,
    seats: data.attendeeCount ?? teamMemberCount,
    coupon: coupon && (await withoutOwnUse(ctx, coupon, data.checkoutId)),
    now: ctx.now,
    closedByBuild: ctx.closedByBuild,
  });
  if (!result.ok) throw refuseQuote(result.reason, coupon);
  if (code && !coupon) throw new Refusal('coupon_unknown');
  refuseOtherPrice(data, result.quote);
  return { quote: result.quote, coupon };
}

/** Refuses other amounts than ours (R-PRICE-1), if given. `amount` may be the price before or after the discount. */
function refuseOtherPrice({ amount, finalAmount }: PendingRegistration, quote: Quote): void {
  const isOther =
    (finalAmount !== undefined && finalAmount !== quote.total) ||
    (amount !== undefined && amount !== quote.price && amount !== quote.total);
  if (isOther) throw new Refusal('price_changed');
}

function namedPeople(data: PendingRegistration): NamedAttendee[] {
  const leader = personOf(data);
  return [leader, ...withoutLeader(leader, data.teamMembers).map(personOf)];
}

function refuseUnfit(people: readonly NamedAttendee[], { seats, package: { eventType } }: Quote): void {
  if (missingFields(people[0]!, eventType).includes('track')) {
    throw new Refusal('invalid', { fields: { 'registrationData.track': fieldWords.track } });
  }
  if (people.length > seats) {
    const sentence = REFUSAL_WORDS.morePeopleThanSeats(seats);
    throw new Refusal('invalid', { fields: { 'registrationData.teamMembers': sentence } });
  }
}

function chooseGateway({ gateways }: Context, { provider }: CheckoutInput): PaymentGateway {
  const chosen = provider ?? [...gateways.keys()][0]!;
  const gateway = gateways.get(chosen);
  if (!gateway) throw new Refusal('invalid', { fields: { provider: fieldWords.paymentMethod } });
  return gateway;
}
