import Stripe from 'stripe';
import { connectStripe } from '../../../catalog/stripe-connection.ts';
import type { StripeSettings } from '../../../settings.ts';
import {
  BadSignature,
  type Charge,
  type DisputeSnapshot,
  type HostedGateway,
  type Money,
  type PaymentSnapshot,
  ProviderUnavailable,
  type RefundSnapshot,
  type WebhookHint,
} from '../gateway.ts';
import { findMissingPermissions, ONE_TRY } from './stripe-permissions.ts';

const EXPAND = ['payment_intent'];
/** A statement has 22 characters: an account's prefix takes up to ten, `* ` two. */
const DESCRIPTOR_ROOM = 10;
const EXPAND_FEE = ['latest_charge.balance_transaction'];
const EXPAND_IN_LIST = ['data.payment_intent'];

/** Stripe's hosted page behind the port. One Checkout Session is one attempt; its id is the `ref`. */
export function createStripeGateway(settings: StripeSettings, installation: string): HostedGateway {
  const stripe = connectStripe(settings);
  const livemode = isLiveKey(settings);

  async function fetch(ref: string): Promise<PaymentSnapshot | null> {
    const session = await orNull(stripe.checkout.sessions.retrieve(ref, { expand: EXPAND }));
    return session && snapshotOf(session);
  }

  async function findByAttempt(attemptId: string, since: Date): Promise<PaymentSnapshot | null> {
    const created = { gte: Math.floor(since.getTime() / 1000) };
    return answered(
      (async () => {
        for await (const session of stripe.checkout.sessions.list({ created, limit: 100 })) {
          if (session.metadata?.attempt_id === attemptId) return fetch(session.id);
        }
        return null;
      })(),
    );
  }

  return {
    provider: 'stripe',
    flow: 'redirect',
    livemode,
    fetch,

    async start(charge, urls) {
      const session = await answered(
        stripe.checkout.sessions.create(sessionOf(charge, urls, installation), {
          idempotencyKey: charge.attemptId,
        }),
      );
      if (!session.url) throw new Error(`Stripe opened the session ${session.id} without a page`);
      return { ref: session.id, url: session.url, amount: money(session.amount_total, session.currency) };
    },

    findByAttempt,

    async close({ attemptId, ref: known, since }) {
      const ref = known ?? (await findByAttempt(attemptId, since))?.ref;
      if (!ref) return null;
      try {
        await stripe.checkout.sessions.expire(ref);
      } catch (error) {
        // Paid or expired in the meantime: what counts is what it is now.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw asUnavailable(error);
      }
      return fetch(ref);
    },

    async refund({ refundId, moneyRef, amount, reason }) {
      const refund = await answered(
        stripe.refunds.create(
          {
            payment_intent: moneyRef,
            amount: amount.minor,
            reason:
              reason === 'late_payment' || reason === 'buyer'
                ? 'requested_by_customer'
                : reason === 'fraud'
                  ? 'fraudulent'
                  : 'duplicate',
            metadata: { refund_id: refundId, installation },
          },
          { idempotencyKey: refundId },
        ),
      );
      return refundSnapshotOf(refund);
    },

    async fetchRefund(ref) {
      const refund = await orNull(stripe.refunds.retrieve(ref));
      return refund && refundSnapshotOf(refund);
    },

    async fetchDispute(ref) {
      const dispute = await orNull(stripe.disputes.retrieve(ref, { expand: EXPAND }));
      const intent = typeof dispute?.payment_intent === 'object' ? dispute.payment_intent : null;
      // Other payments of the account are disputed, too.
      const isOurs = intent?.metadata.attempt_id && !isForeign(intent.metadata, installation);
      return dispute && isOurs ? disputeSnapshotOf(dispute) : null;
    },

    async fetchFee(moneyRef) {
      const intent = await orNull(stripe.paymentIntents.retrieve(moneyRef, { expand: EXPAND_FEE }));
      const charge = typeof intent?.latest_charge === 'object' ? intent.latest_charge : null;
      const booked = typeof charge?.balance_transaction === 'object' ? charge.balance_transaction : null;
      return booked && money(booked.fee, booked.currency);
    },

    async *listSince(since) {
      const created = { gte: Math.floor(since.getTime() / 1000) };
      try {
        for await (const session of stripe.checkout.sessions.list({
          created,
          limit: 100,
          expand: EXPAND_IN_LIST,
        })) {
          if (marksOf(session).attemptId && !isForeign(session.metadata, installation))
            yield snapshotOf(session);
        }
      } catch (error) {
        throw asUnavailable(error);
      }
    },

    async *missedEvents(since) {
      const created = { gte: Math.floor(since.getTime() / 1000) };
      try {
        for await (const event of stripe.events.list({ created, delivery_success: false, limit: 100 })) {
          yield hintOf(event, installation);
        }
      } catch (error) {
        throw asUnavailable(error);
      }
    },

    async verifyWebhook(raw, headers) {
      const event = await verified(stripe, raw, headers, settings.webhookSecret);
      return hintOf(event, installation);
    },
  };
}

/** Asks Stripe whether the key may do what the site does with it; a sentence when it may not. */
export async function checkStripeAccount(settings: StripeSettings): Promise<string | null> {
  const stripe = connectStripe(settings);
  try {
    const missing = isRestricted(settings) ? await findMissingPermissions(stripe) : [];
    if (missing.length > 0)
      return `STRIPE_SECRET_KEY is a restricted key without these permissions: ${missing.join(', ')}.`;
    const { data } = await stripe.checkout.sessions.list({ limit: 1 }, ONE_TRY);
    return data.some((one) => one.livemode !== isLiveKey(settings))
      ? 'STRIPE_SECRET_KEY is of one mode, and Stripe answers in the other: one is live and one is test.'
      : null;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeAuthenticationError)
      return 'STRIPE_SECRET_KEY is refused by Stripe.';
    throw asUnavailable(error);
  }
}

function isRestricted({ secretKey }: StripeSettings): boolean {
  return secretKey.startsWith('rk_');
}

function isLiveKey({ secretKey }: StripeSettings): boolean {
  return /^(sk|rk)_live_/.test(secretKey);
}

function sessionOf(
  charge: Charge,
  urls: { success: string; cancel: string },
  installation: string,
): Stripe.Checkout.SessionCreateParams {
  const ours = {
    order_id: String(charge.orderId),
    attempt_id: charge.attemptId,
    installation,
    // The discount is ours and already in the amount; Stripe only keeps the name for those who look it up there.
    ...(charge.couponCode && { coupon_code: charge.couponCode }),
  };
  return {
    mode: 'payment',
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: charge.total.currency,
          unit_amount: charge.total.minor,
          ...(charge.productRef
            ? { product: charge.productRef }
            : { product_data: { name: charge.description } }),
        },
      },
    ],
    customer_email: charge.buyerEmail,
    client_reference_id: charge.transactionId,
    metadata: ours,
    // Cards, with what wallets make of them: a method that takes days would hold seats for days.
    allowed_payment_method_types: ['card'],
    // In the buyer's own currency the amount would be another than the order's.
    adaptive_pricing: { enabled: false },
    payment_intent_data: {
      metadata: ours,
      description: `${charge.description} (${charge.registrationNumber})`,
      statement_descriptor_suffix: charge.registrationNumber.slice(-DESCRIPTOR_ROOM),
    },
    expires_at: Math.floor(charge.expiresAt.getTime() / 1000),
    success_url: urls.success,
    cancel_url: urls.cancel,
  };
}

function snapshotOf(session: Stripe.Checkout.Session): PaymentSnapshot {
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null;
  const details = session.customer_details;
  return {
    provider: 'stripe',
    ref: session.id,
    ...marksOf(session),
    state: stateOf(session, intent),
    captured: intent ? money(intent.amount_received, intent.currency) : money(0, session.currency),
    livemode: session.livemode,
    page: session.url ? { url: session.url, amount: money(session.amount_total, session.currency) } : null,
    moneyRef: intent?.id ?? null,
    customerRef: typeof session.customer === 'string' ? session.customer : (session.customer?.id ?? null),
    billing: details?.address
      ? {
          line1: details.address.line1,
          line2: details.address.line2,
          city: details.address.city,
          state: details.address.state,
          postalCode: details.address.postal_code,
          country: details.address.country,
        }
      : null,
    failure: failureOf(intent),
  };
}

/** Other software of the same account may use the same names for something else. */
function marksOf({ metadata }: Stripe.Checkout.Session): {
  attemptId: string | null;
  orderId: number | null;
} {
  const { attempt_id: attemptId = '', order_id: orderId = '' } = metadata ?? {};
  return {
    attemptId: UUID.test(attemptId) ? attemptId : null,
    orderId: /^\d{1,9}$/.test(orderId) ? Number(orderId) : null,
  };
}

/** Made by another installation at the same account. What bears no mark may be of an earlier version of this one. */
function isForeign(metadata: Stripe.Metadata | null | undefined, installation: string): boolean {
  const mark = metadata?.installation;
  return mark !== undefined && mark !== installation;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function failureOf(intent: Stripe.PaymentIntent | null): PaymentSnapshot['failure'] {
  const error = intent?.last_payment_error;
  return error
    ? { code: error.decline_code ?? error.code ?? error.type, message: error.message ?? '' }
    : null;
}

function stateOf(
  session: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent | null,
): PaymentSnapshot['state'] {
  if (session.status === 'expired') return 'expired';
  if (session.status !== 'complete') return 'open';
  if (session.payment_status === 'paid' || session.payment_status === 'no_payment_required') return 'paid';
  // Complete but unpaid: a delayed method that is under way, or one that failed for good.
  return intent?.status === 'canceled' || intent?.status === 'requires_payment_method'
    ? 'failed'
    : 'processing';
}

function refundSnapshotOf(refund: Stripe.Refund): RefundSnapshot {
  const intent = refund.payment_intent;
  return {
    refundId: refund.metadata?.refund_id ?? '',
    ref: refund.id,
    moneyRef: typeof intent === 'string' ? intent : (intent?.id ?? ''),
    amount: money(refund.amount, refund.currency),
    state: refund.status as RefundSnapshot['state'],
  };
}

function disputeSnapshotOf(dispute: Stripe.Dispute): DisputeSnapshot {
  const intent = dispute.payment_intent;
  const states: Partial<Record<Stripe.Dispute.Status, DisputeSnapshot['state']>> = {
    won: 'won',
    warning_closed: 'won',
    prevented: 'won',
    lost: 'lost',
  };
  return {
    ref: dispute.id,
    moneyRef: typeof intent === 'string' ? intent : (intent?.id ?? ''),
    amount: money(dispute.amount, dispute.currency),
    state: states[dispute.status] ?? 'open',
  };
}

async function verified(
  stripe: Stripe,
  raw: Uint8Array,
  headers: Headers,
  secret: string,
): Promise<Stripe.Event> {
  try {
    return await stripe.webhooks.constructEventAsync(
      Buffer.from(raw),
      headers.get('stripe-signature') ?? '',
      secret,
    );
  } catch (cause) {
    throw new BadSignature('the Stripe signature does not hold', { cause });
  }
}

function hintOf(event: Stripe.Event, installation: string): WebhookHint {
  // A signed message that is no event can only come from a holder of the secret; it is refused all the same.
  const isEvent = typeof event?.id === 'string' && typeof event.type === 'string' && event.data?.object;
  if (!isEvent) throw new BadSignature('the message is not an event');
  const { id: eventId, type, livemode } = event;
  const { object } = event.data;
  const { metadata } = object as { metadata?: Stripe.Metadata | null };
  if (isForeign(metadata, installation)) return { kind: 'ignored', eventId, type };
  if (object.object === 'checkout.session')
    return { kind: 'payment', eventId, type, ref: object.id, livemode };
  if (object.object === 'refund') return { kind: 'refund', eventId, type, ref: object.id, livemode };
  if (object.object === 'dispute') return { kind: 'dispute', eventId, type, ref: object.id, livemode };
  if (/^(product|price|coupon|promotion_code)\./.test(type)) {
    return { kind: 'catalog', eventId, type, ref: 'id' in object ? String(object.id) : '', livemode };
  }
  return { kind: 'ignored', eventId, type };
}

function money(minor: number | null, currency: string | null): Money {
  return { minor: minor ?? 0, currency: currency ?? '' };
}

async function answered<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw asUnavailable(error);
  }
}

async function orNull<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await answered(call);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing')
      return null;
    throw error;
  }
}

/** No answer, a server fault or a limit leave the outcome open; other errors are passed on as they are. */
function asUnavailable(error: unknown): unknown {
  const isOpen =
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeAPIError ||
    error instanceof Stripe.errors.StripeRateLimitError;
  return isOpen ? new ProviderUnavailable('Stripe gave no answer', { cause: error }) : error;
}
