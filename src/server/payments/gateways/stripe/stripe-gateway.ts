import Stripe from 'stripe';
import { connectStripe } from '../../../catalog/stripe-connection.ts';
import type { StripeSettings } from '../../../settings.ts';
import type { HostedGateway, PaymentSnapshot, RefundSnapshot } from '../gateway.ts';
import { isLiveKey } from './stripe-account.ts';
import { answered, asUnavailable, isRefundRefused, orNull } from './stripe-calls.ts';
import { sessionOf } from './stripe-session.ts';
import {
  disputeSnapshotOf,
  isForeign,
  marksOf,
  money,
  refundSnapshotOf,
  snapshotOf,
} from './stripe-snapshots.ts';
import { hintOf, verified } from './stripe-webhooks.ts';

const EXPAND = ['payment_intent'];
const EXPAND_FEE = ['latest_charge.balance_transaction'];
const EXPAND_IN_LIST = ['data.payment_intent'];

const REASONS = {
  buyer: 'requested_by_customer',
  late_payment: 'requested_by_customer',
  fraud: 'fraudulent',
  duplicate: 'duplicate',
} as const;

/** Stripe's hosted page as a gateway. One Checkout Session is one attempt; its id is the `ref`. */
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

  async function findRefund(moneyRef: string, refundId: string): Promise<RefundSnapshot | null> {
    return answered(
      (async () => {
        for await (const one of stripe.refunds.list({ payment_intent: moneyRef, limit: 100 })) {
          if (one.metadata?.refund_id === refundId) return refundSnapshotOf(one);
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
        // Paid or expired in the meantime, so read its current state.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw asUnavailable(error);
      }
      return fetch(ref);
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

    async fetchDispute(ref) {
      const dispute = await orNull(stripe.disputes.retrieve(ref, { expand: EXPAND }));
      const intent = typeof dispute?.payment_intent === 'object' ? dispute.payment_intent : null;
      // The account's other payments can be disputed too.
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
