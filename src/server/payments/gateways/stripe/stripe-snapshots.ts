import type Stripe from 'stripe';
import { REFUND_STATES } from '#domain/order.ts';
import { isNumber } from '../../../db/id-from.ts';
import { isUuid } from '../../../db/is-uuid.ts';
import {
  BadSignature,
  type DisputeSnapshot,
  type Money,
  type PaymentSnapshot,
  type RefundSnapshot,
  type WebhookHint,
} from '../gateway.ts';

/**
 * Created by another installation on the same account. Objects without a mark may be from an earlier version of this
 * one.
 */
export function isForeign(metadata: Stripe.Metadata | null | undefined, installation: string): boolean {
  const mark = metadata?.installation;
  return mark !== undefined && mark !== installation;
}

export function snapshotOf(session: Stripe.Checkout.Session): PaymentSnapshot {
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

/** Other software on the same account may use the same names for something else. */
export function marksOf({ metadata }: { readonly metadata: Stripe.Metadata | null }): {
  attemptId: string | null;
  orderId: number | null;
} {
  const { attempt_id: attemptId = '', order_id: orderId = '' } = metadata ?? {};
  return {
    attemptId: isUuid(attemptId) ? attemptId : null,
    orderId: isNumber(orderId) ? Number(orderId) : null,
  };
}

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
  // Complete but unpaid: a delayed method that is still processing, or that failed for good.
  return intent?.status === 'canceled' || intent?.status === 'requires_payment_method'
    ? 'failed'
    : 'processing';
}

export function refundSnapshotOf(refund: Stripe.Refund): RefundSnapshot {
  const intent = refund.payment_intent;
  return {
    refundId: refund.metadata?.refund_id ?? null,
    ref: refund.id,
    moneyRef: typeof intent === 'string' ? intent : (intent?.id ?? ''),
    amount: money(refund.amount, refund.currency),
    state: REFUND_STATES.find((one) => one === refund.status) ?? null,
  };
}

export function disputeSnapshotOf(dispute: Stripe.Dispute): Omit<DisputeSnapshot, 'attemptId' | 'orderId'> {
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

export function money(minor: number | null, currency: string | null): Money {
  return { minor: minor ?? 0, currency: currency ?? '' };
}

export async function verified(
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
    throw new BadSignature('the Stripe signature is invalid', { cause });
  }
}

export function hintOf(event: Stripe.Event, installation: string): WebhookHint {
  // Only somebody with the secret can sign a body that isn't an event; it is still refused.
  const isEvent = typeof event?.id === 'string' && typeof event.type === 'string' && event.data?.object;
  if (!isEvent) throw new BadSignature('the webhook is not an event');
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
