import { createHmac } from 'node:crypto';
import { type Square, SquareClient, SquareError } from 'square';
import { isSameSecret } from '../../../http/is-same-secret.ts';
import type { SquareSettings } from '../../../settings.ts';
import { isSquareSandbox } from '../../../settings-problems.ts';
import {
  BadSignature,
  type BillingAddress,
  type Charge,
  type DisputeSnapshot,
  type PaymentSnapshot,
  ProviderUnavailable,
  type RefundSnapshot,
  type TokenGateway,
  type WebhookHint,
} from '../gateway.ts';
import {
  answered,
  answeredEach,
  asUnansweredCharge,
  asUnavailable,
  isRefundRefused,
  isUnanswered,
  onceMore,
  orNull,
  unlessRefused,
} from './square-calls.ts';
import {
  declined,
  disputeSnapshot,
  feeOf,
  installationMark,
  isForeign,
  isOurs,
  readCharged,
  refundSnapshot,
  snapshot,
  squareMoney,
} from './square-snapshots.ts';

/** Square's payments as a gateway. One payment is one attempt, whose id is its idempotency key and reference. */
export function createSquareGateway(
  settings: SquareSettings,
  installation: string,
  timeoutSeconds = 10,
): TokenGateway {
  const { locationId } = settings;
  const mark = installationMark(installation);
  const livemode = !isSquareSandbox(settings.applicationId);
  const square = new SquareClient({
    token: settings.accessToken,
    baseUrl: settings.apiUrl,
    timeoutInSeconds: timeoutSeconds,
    maxRetries: 1,
  });
  const snapshotOf = (payment: Square.Payment) => snapshot(payment, livemode);

  async function fetchPayment(ref: string): Promise<PaymentSnapshot | null> {
    const response = await orNull(square.payments.get({ paymentId: ref }));
    const payment = response?.payment;
    return payment && !isForeign(payment, mark) ? snapshotOf(payment) : null;
  }

  async function findByAttempt(attemptId: string, since: Date): Promise<PaymentSnapshot | null> {
    for await (const { id, referenceId } of paymentsSince(since)) {
      // The list also lags behind changes; reading by id doesn't.
      if (referenceId === attemptId && id) return fetchPayment(id);
    }
    return null;
  }

  async function findRefund(moneyRef: string, refundId: string): Promise<RefundSnapshot | null> {
    const answer = await orNull(square.payments.get({ paymentId: moneyRef }));
    for (const ref of answer?.payment?.refundIds ?? []) {
      const found = await orNull(square.refunds.get({ refundId: ref }));
      const told = found?.refund && refundSnapshot(found.refund);
      if (told?.refundId === refundId) return told;
    }
    return null;
  }

  /** Null if the payment isn't ours: the account's other payments can be disputed too. */
  async function readDispute(dispute: Square.Dispute): Promise<DisputeSnapshot | null> {
    const paymentId = dispute.disputedPayment?.paymentId;
    const payment = paymentId ? (await orNull(square.payments.get({ paymentId })))?.payment : null;
    return payment && isOurs(payment, mark) ? disputeSnapshot(dispute, payment) : null;
  }

  async function* paymentsSince(since: Date): AsyncGenerator<Square.Payment> {
    const payments = square.payments.list({ beginTime: since.toISOString(), locationId, limit: 100 });
    for await (const payment of answeredEach(payments)) if (isOurs(payment, mark)) yield payment;
  }

  return {
    provider: 'square',
    flow: 'token',
    livemode,
    fetch: fetchPayment,
    findByAttempt,

    async *listSince(since) {
      const unreadable: unknown[] = [];
      for await (const payment of paymentsSince(since)) {
        let read: PaymentSnapshot;
        try {
          read = snapshotOf(payment);
        } catch (error) {
          unreadable.push(error);
          continue;
        }
        yield read;
      }
      if (unreadable.length > 0) throw unreadable[0];
    },

    async charge(charge, card) {
      const request = paymentOf(charge, card, locationId, mark);
      try {
        const { payment } = await onceMore(() => square.payments.create(request));
        return readCharged(payment, livemode);
      } catch (error) {
        const result = declined(error, charge, livemode);
        if (result) return result;
        throw asUnansweredCharge(error);
      }
    },

    async close({ attemptId, ref, since }) {
      // Its response arrived, so its money counts: voiding the key would take it back.
      if (ref) return fetchPayment(ref);
      // Voids any payment with that key. It's not an error if there is none.
      const isVoid = await unlessRefused(
        square.payments.cancelByIdempotencyKey({ idempotencyKey: attemptId }),
      );
      const found = await findByAttempt(attemptId, since);
      if (!found && !isVoid) throw new ProviderUnavailable(`the payment of ${attemptId} is not listed yet`);
      return found;
    },

    async refund(request) {
      const { refundId, moneyRef, amount } = request;
      try {
        const { refund } = await answered(
          onceMore(() =>
            square.refunds.refundPayment({
              idempotencyKey: refundId,
              paymentId: moneyRef,
              amountMoney: squareMoney(amount),
              // Square has no field for our id; only the seller sees the reason.
              reason: `Refund ${refundId}`,
            }),
          ),
        );
        return refundSnapshot(refund!);
      } catch (error) {
        if (!isRefundRefused(error)) throw error;
        // The refund may have been made by an earlier request, whose key Square has forgotten.
        return (await findRefund(moneyRef, refundId)) ?? { ...request, ref: null, state: 'failed' };
      }
    },

    findRefund,

    async fetchRefund(ref) {
      const response = await orNull(square.refunds.get({ refundId: ref }));
      return response?.refund ? refundSnapshot(response.refund) : null;
    },

    async *listRefunds(since) {
      const refunds = square.refunds.list({ beginTime: since.toISOString(), locationId, limit: 100 });
      for await (const refund of answeredEach(refunds)) yield refundSnapshot(refund);
    },

    async findAttemptId(moneyRef) {
      return (await fetchPayment(moneyRef))?.attemptId ?? null;
    },

    async fetchDispute(ref) {
      const dispute = (await orNull(square.disputes.get({ disputeId: ref })))?.dispute;
      return dispute ? readDispute(dispute) : null;
    },

    async *listDisputes(since) {
      for await (const dispute of answeredEach(square.disputes.list())) {
        const changedAt = new Date(dispute.updatedAt ?? dispute.createdAt ?? 0);
        const snapshot = changedAt >= since && (await readDispute(dispute));
        if (snapshot) yield snapshot;
      }
    },

    async fetchFee(moneyRef) {
      const response = await orNull(square.payments.get({ paymentId: moneyRef }));
      return feeOf(response?.payment?.processingFee ?? []);
    },

    async verifyWebhook(raw, headers) {
      const given = headers.get('x-square-hmacsha256-signature') ?? '';
      if (!isSigned(raw, given, settings)) throw new BadSignature('the Square signature is invalid');
      return hintOf(raw, livemode);
    },
  };
}

/** Asks Square whether the location exists and sells in dollars. Returns a sentence if it doesn't. */
export async function checkSquareAccount(settings: SquareSettings): Promise<string | null> {
  const square = new SquareClient({
    token: settings.accessToken,
    baseUrl: settings.apiUrl,
    timeoutInSeconds: 5,
    maxRetries: 0,
  });
  try {
    const { location } = await square.locations.get({ locationId: settings.locationId });
    return location?.currency === 'USD'
      ? null
      : `SQUARE_LOCATION_ID is a location that sells in ${location?.currency ?? 'no currency'}, not in USD.`;
  } catch (error) {
    if (error instanceof SquareError && error.statusCode === 401)
      return 'Square rejected SQUARE_ACCESS_TOKEN. Copy the token from Square’s dashboard again.';
    if (!(error instanceof SquareError) || isUnanswered(error)) throw asUnavailable(error);
    return 'SQUARE_LOCATION_ID is not a location of this Square account.';
  }
}

function paymentOf(
  charge: Charge,
  card: { readonly token: string; readonly billing: BillingAddress | null },
  locationId: string,
  mark: string,
): Square.CreatePaymentRequest {
  const { billing } = card;
  return {
    sourceId: card.token,
    idempotencyKey: charge.attemptId,
    amountMoney: squareMoney(charge.total),
    autocomplete: true,
    locationId,
    referenceId: charge.attemptId,
    note: noteOf(charge, mark),
    buyerEmailAddress: charge.buyerEmail,
    ...(billing && {
      billingAddress: {
        addressLine1: billing.line1,
        addressLine2: billing.line2,
        locality: billing.city,
        administrativeDistrictLevel1: billing.state,
        postalCode: billing.postalCode,
        ...(billing.country === 'US' && { country: 'US' as const }),
      },
    }),
  };
}

/** Square has no metadata, so the note starts with what the site must find again. */
function noteOf(charge: Charge, mark: string): string {
  return `order:${charge.orderId} site:${mark} ${charge.description}`.slice(0, 500);
}

/** The URL is part of the signature, so it comes from the settings and never from the request. */
function isSigned(
  raw: Uint8Array,
  given: string,
  { webhookSignatureKey, webhookUrl }: SquareSettings,
): boolean {
  const wanted = createHmac('sha256', webhookSignatureKey).update(webhookUrl).update(raw).digest('base64');
  return isSameSecret(given, wanted);
}

function hintOf(raw: Uint8Array, livemode: boolean): WebhookHint {
  let event: { type?: unknown; event_id?: unknown; data?: { id?: unknown } } | null;
  try {
    event = JSON.parse(Buffer.from(raw).toString('utf8'));
  } catch (cause) {
    throw new BadSignature('the message is not JSON', { cause });
  }
  const { type, event_id: eventId, data } = event ?? {};
  const ref = data?.id;
  if (typeof type !== 'string' || typeof eventId !== 'string')
    throw new BadSignature('the webhook is not an event');
  if (typeof ref !== 'string') return { kind: 'ignored', eventId, type };
  const base = { eventId, type, ref, livemode };
  if (type.startsWith('payment.')) return { kind: 'payment', ...base };
  if (type.startsWith('refund.')) return { kind: 'refund', ...base };
  if (type.startsWith('dispute.')) return { kind: 'dispute', ...base };
  return { kind: 'ignored', eventId, type };
}
