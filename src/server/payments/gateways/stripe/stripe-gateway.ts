import Stripe from 'stripe';
import { DAY } from '#domain/durations.ts';
import { connectStripe } from '../../../catalog/stripe-connection.ts';
import type { StripeSettings } from '../../../settings.ts';
import { isLiveStripeKey } from '../../../settings-problems.ts';
import type { Charge, DisputeSnapshot, HostedGateway, PaymentSnapshot, RefundSnapshot } from '../gateway.ts';
import {
  answered,
  answeredEach,
  asUnavailable,
  asUnopened,
  createdSince,
  isRefundRefused,
  orNull,
} from './stripe-calls.ts';
import {
  disputeSnapshotOf,
  hintOf,
  isForeign,
  marksOf,
  money,
  refundSnapshotOf,
  snapshotOf,
  verified,
} from './stripe-snapshots.ts';

const EXPAND = ['payment_intent'];
const EXPAND_FEE = ['latest_charge.balance_transaction'];
const EXPAND_IN_LIST = ['data.payment_intent'];

const REASONS = {
  buyer: 'requested_by_customer',
  late_payment: 'requested_by_customer',
  fraud: 'fraudulent',
  duplicate: 'duplicate',
} as const;

/** How long a dispute may change after it was opened, in milliseconds: 180 days, for its answer and its appeal. */
const DISPUTE_LASTS = 180 * DAY;

/** Stripe's hosted page as a gateway. One Checkout Session is one attempt; its id is the `ref`. */
export function createStripeGateway(settings: StripeSettings, installation: string): HostedGateway {
  const stripe = connectStripe(settings);
  const livemode = isLiveStripeKey(settings.secretKey);

  async function fetchPayment(ref: string): Promise<PaymentSnapshot | null> {
    const session = await orNull(stripe.checkout.sessions.retrieve(ref, { expand: EXPAND }));
    return session && !isForeign(session.metadata, installation) ? snapshotOf(session) : null;
  }

  async function findByAttempt(attemptId: string, since: Date): Promise<PaymentSnapshot | null> {
    const sessions = stripe.checkout.sessions.list({ created: createdSince(since), limit: 100 });
    for await (const session of answeredEach(sessions)) {
      if (session.metadata?.attempt_id === attemptId) return fetchPayment(session.id);
    }
    return null;
  }

  async function findRefund(moneyRef: string, refundId: string): Promise<RefundSnapshot | null> {
    const refunds = stripe.refunds.list({ payment_intent: moneyRef, limit: 100 });
    for await (const one of answeredEach(refunds)) {
      if (one.metadata?.refund_id === refundId) return refundSnapshotOf(one);
    }
    return null;
  }

  /** Null if the payment isn't ours: the account's other payments can be disputed too. */
  function readDispute(dispute: Stripe.Dispute): DisputeSnapshot | null {
    const intent = typeof dispute.payment_intent === 'object' ? dispute.payment_intent : null;
    if (!intent || isForeign(intent.metadata, installation)) return null;
    const { attemptId, orderId } = marksOf(intent);
    return attemptId ? { ...disputeSnapshotOf(dispute), attemptId, orderId } : null;
  }

  return {
    provider: 'stripe',
    flow: 'redirect',
    livemode,
    fetch: fetchPayment,

    async start(charge, urls) {
      const session = await stripe.checkout.sessions
        .create(sessionOf(charge, urls, installation), { idempotencyKey: charge.attemptId })
        .catch((error: unknown) => {
          throw asUnopened(error);
        });
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
        // Paid or expired in the meantime, so read its current state.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw asUnavailable(error);
      }
      return fetchPayment(ref);
    },

    async refund(request) {
      const { refundId, moneyRef, amount, reason } = request;
      try {
        const refund = await answered(
          stripe.refunds.create(
            {
              payment_intent: moneyRef,
              amount: amount.minor,
              reason: REASONS[reason],
              metadata: { refund_id: refundId, installation },
            },
            { idempotencyKey: refundId },
          ),
        );
        return refundSnapshotOf(refund);
      } catch (error) {
        if (!isRefundRefused(error)) throw error;
        // Stripe forgets idempotency keys after a day; the refund may have been made by an earlier request.
        return (await findRefund(moneyRef, refundId)) ?? { ...request, ref: null, state: 'failed' };
      }
    },

    findRefund,

    async fetchRefund(ref) {
      const refund = await orNull(stripe.refunds.retrieve(ref));
      return refund && refundSnapshotOf(refund);
    },

    async findAttemptId(moneyRef) {
      const intent = await orNull(stripe.paymentIntents.retrieve(moneyRef));
      return intent && !isForeign(intent.metadata, installation) ? marksOf(intent).attemptId : null;
    },

    async fetchDispute(ref) {
      const dispute = await orNull(stripe.disputes.retrieve(ref, { expand: EXPAND }));
      return dispute && readDispute(dispute);
    },

    async *listDisputes(since) {
      // Stripe doesn't say when a dispute changed.
      const created = createdSince(new Date(since.getTime() - DISPUTE_LASTS));
      const disputes = stripe.disputes.list({ created, limit: 100, expand: EXPAND_IN_LIST });
      for await (const dispute of answeredEach(disputes)) {
        const snapshot = readDispute(dispute);
        if (snapshot) yield snapshot;
      }
    },

    async fetchFee(moneyRef) {
      const intent = await orNull(stripe.paymentIntents.retrieve(moneyRef, { expand: EXPAND_FEE }));
      const charge = typeof intent?.latest_charge === 'object' ? intent.latest_charge : null;
      const booked = typeof charge?.balance_transaction === 'object' ? charge.balance_transaction : null;
      return booked && money(booked.fee, booked.currency);
    },

    async *listSince(since) {
      const sessions = stripe.checkout.sessions.list({
        created: createdSince(since),
        limit: 100,
        expand: EXPAND_IN_LIST,
      });
      for await (const session of answeredEach(sessions)) {
        if (marksOf(session).attemptId && !isForeign(session.metadata, installation))
          yield snapshotOf(session);
      }
    },

    async *listRefunds(since) {
      const refunds = stripe.refunds.list({ created: createdSince(since), limit: 100 });
      for await (const refund of answeredEach(refunds)) yield refundSnapshotOf(refund);
    },

    async *missedEvents(since) {
      const created = createdSince(since);
      const events = stripe.events.list({ created, delivery_success: false, limit: 100 });
      for await (const event of answeredEach(events)) yield hintOf(event, installation);
    },

    async verifyWebhook(raw, headers) {
      const event = await verified(stripe, raw, headers, settings.webhookSecret);
      return hintOf(event, installation);
    },
  };
}

/** A statement has 22 characters: an account's prefix takes up to ten, `* ` two. */
const DESCRIPTOR_ROOM = 10;

function sessionOf(
  charge: Charge,
  urls: { success: string; cancel: string },
  installation: string,
): Stripe.Checkout.SessionCreateParams {
  const ours = {
    order_id: String(charge.orderId),
    attempt_id: charge.attemptId,
    installation,
    // The discount is ours and already in the amount; the name only helps somebody who looks it up at Stripe.
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
    // Cards and card wallets only: a method that takes days would hold seats for days.
    allowed_payment_method_types: ['card'],
    // In the buyer's own currency, the amount would differ from the order's.
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
