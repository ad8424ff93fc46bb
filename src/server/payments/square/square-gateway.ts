import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Square, SquareClient, SquareError, SquareTimeoutError } from 'square';
import type { SquareSettings } from '../../settings.ts';
import {
  BadSignature,
  type BillingAddress,
  type Charge,
  type DisputeSnapshot,
  type Money,
  type PaymentFailure,
  type PaymentSnapshot,
  ProviderUnavailable,
  type RefundSnapshot,
  type TokenGateway,
  type WebhookHint,
} from '../gateway.ts';

/** Square's payments behind the port. One payment is one attempt; the attempt's id is its key and its reference. */
export function createSquareGateway(settings: SquareSettings, timeoutSeconds = 10): TokenGateway {
  const { locationId } = settings;
  if (settings.webhookSignatureKey.trim() === '') throw new Error('Square needs a webhook signature key');
  const livemode = !settings.applicationId.startsWith('sandbox-');
  const square = new SquareClient({
    token: settings.accessToken,
    baseUrl: settings.apiUrl,
    timeoutInSeconds: timeoutSeconds,
    maxRetries: 1,
  });
  const snapshotOf = (payment: Square.Payment) => snapshot(payment, livemode);

  async function fetch(ref: string): Promise<PaymentSnapshot | null> {
    const answer = await orNull(square.payments.get({ paymentId: ref }));
    return answer?.payment ? snapshotOf(answer.payment) : null;
  }

  async function findByAttempt(attemptId: string, since: Date): Promise<PaymentSnapshot | null> {
    for await (const found of listSince(since)) {
      // The list is late with changes too; what is asked for by its id is not.
      if (found.attemptId === attemptId) return fetch(found.ref);
    }
    return null;
  }

  async function* listSince(since: Date): AsyncGenerator<PaymentSnapshot> {
    try {
      const page = await square.payments.list({ beginTime: since.toISOString(), locationId, limit: 100 });
      for await (const payment of page) if (isOurs(payment)) yield snapshotOf(payment);
    } catch (error) {
      throw asUnavailable(error);
    }
  }

  return {
    provider: 'square',
    flow: 'token',
    livemode,
    fetch,
    findByAttempt,
    listSince,

    async charge(charge, card) {
      const request = paymentOf(charge, card, locationId);
      try {
        const { payment } = await onceMore(() => square.payments.create(request));
        return readCharged(payment, livemode);
      } catch (error) {
        return declined(error, charge, livemode) ?? raise(asUnansweredCharge(error));
      }
    },

    async close({ attemptId, ref, since }) {
      if (ref) {
        const present = await fetch(ref);
        if (present?.state !== 'processing') return present;
        await unlessRefused(square.payments.cancel({ paymentId: ref }));
        return fetch(ref);
      }
      // Voids whatever came of the key. Without a payment there is nothing to do, and that is no error.
      const isVoid = await unlessRefused(
        square.payments.cancelByIdempotencyKey({ idempotencyKey: attemptId }),
      );
      const found = await findByAttempt(attemptId, since);
      if (!found && !isVoid) throw new ProviderUnavailable(`the payment of ${attemptId} is not listed yet`);
      return found;
    },

    async refund({ refundId, moneyRef, amount }) {
      const { refund } = await answered(
        onceMore(() =>
          square.refunds.refundPayment({
            idempotencyKey: refundId,
            paymentId: moneyRef,
            amountMoney: squareMoney(amount),
            // Square has no field for our id; the reason is shown to the seller alone.
            reason: `Refund ${refundId}`,
          }),
        ),
      );
      return refundSnapshot(refund!);
    },

    async fetchRefund(ref) {
      const answer = await orNull(square.refunds.get({ refundId: ref }));
      return answer?.refund ? refundSnapshot(answer.refund) : null;
    },

    async fetchDispute(ref) {
      const answer = await orNull(square.disputes.get({ disputeId: ref }));
      return answer?.dispute ? disputeSnapshot(answer.dispute) : null;
    },

    async verifyWebhook(raw, headers) {
      const given = headers.get('x-square-hmacsha256-signature') ?? '';
      if (!isSigned(raw, given, settings)) throw new BadSignature('the Square signature does not hold');
      return hintOf(raw, livemode);
    },
  };
}

/** Asks Square whether the location exists and sells in dollars; a sentence when it does not. */
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
      return 'SQUARE_ACCESS_TOKEN is refused by Square.';
    if (!(error instanceof SquareError) || isOpen(error)) throw asUnavailable(error);
    return 'SQUARE_LOCATION_ID is not a location of this Square account.';
  }
}

function paymentOf(
  charge: Charge,
  card: { readonly token: string; readonly billing: BillingAddress | null },
  locationId: string,
): Square.CreatePaymentRequest {
  const { billing } = card;
  return {
    sourceId: card.token,
    idempotencyKey: charge.attemptId,
    amountMoney: squareMoney(charge.total),
    autocomplete: true,
    locationId,
    referenceId: charge.attemptId,
    note: noteOf(charge),
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

function noteOf(charge: Charge): string {
  return `order:${charge.orderId} ${charge.description}`.slice(0, 500);
}

/** Money may have moved, so what cannot be read leaves the outcome open. */
function readCharged(payment: Square.Payment | undefined, livemode: boolean): PaymentSnapshot {
  try {
    return snapshot(payment ?? {}, livemode);
  } catch (cause) {
    throw new ProviderUnavailable('Square answered a charge in words that are not known', { cause });
  }
}

/** Other payments of the same account, made at its counter, bear no mark of ours. */
function isOurs(payment: Square.Payment): boolean {
  return attemptIdOf(payment) !== null && orderIdOf(payment) !== null;
}

function attemptIdOf({ referenceId }: Square.Payment): string | null {
  return referenceId && UUID.test(referenceId) ? referenceId : null;
}

function orderIdOf({ note }: Square.Payment): number | null {
  const order = /^order:(\d{1,9}) /.exec(note ?? '');
  return order ? Number(order[1]) : null;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const STATES: Readonly<Record<string, PaymentSnapshot['state']>> = {
  COMPLETED: 'paid',
  APPROVED: 'processing',
  PENDING: 'processing',
  CANCELED: 'canceled',
  FAILED: 'failed',
};

function snapshot(payment: Square.Payment, livemode: boolean): PaymentSnapshot {
  const state = STATES[payment.status ?? ''];
  if (!state || !payment.id) throw new Error(`the Square payment ${payment.id} is ${payment.status}`);
  const total = moneyOf(payment.totalMoney ?? payment.amountMoney);
  const address = payment.billingAddress;
  return {
    provider: 'square',
    ref: payment.id,
    attemptId: attemptIdOf(payment),
    orderId: orderIdOf(payment),
    state,
    captured: state === 'paid' ? total : { ...total, minor: 0 },
    // Square's bodies do not tell test from live: the account that answers does.
    livemode,
    page: null,
    moneyRef: state === 'paid' ? payment.id : null,
    customerRef: null,
    billing: address
      ? {
          line1: address.addressLine1 ?? null,
          line2: address.addressLine2 ?? null,
          city: address.locality ?? null,
          state: address.administrativeDistrictLevel1 ?? null,
          postalCode: address.postalCode ?? null,
          country: address.country ?? null,
        }
      : null,
    failure: state === 'failed' ? failureOf(payment.cardDetails?.errors?.[0]?.code) : null,
  };
}

const DECLINES: Readonly<Record<string, string>> = {
  GENERIC_DECLINE: 'The card was declined.',
  INSUFFICIENT_FUNDS: 'The card was declined: there is not enough money on it.',
  CVV_FAILURE: 'The security code of the card is not right.',
  ADDRESS_VERIFICATION_FAILURE: 'The ZIP code does not match the card.',
  INVALID_EXPIRATION: 'The expiry date of the card is not right.',
  CARD_EXPIRED: 'The card has expired.',
  CARD_DECLINED_VERIFICATION_REQUIRED:
    'The bank asks you to confirm this payment. Please try again and confirm it.',
  CARD_TOKEN_USED: 'These card details were used already. Please enter your card again.',
  CARD_TOKEN_EXPIRED: 'The card was entered too long ago. Please enter it again.',
};

function failureOf(code: string | undefined): PaymentFailure {
  const sentence = DECLINES[code ?? ''] ?? DECLINES.GENERIC_DECLINE!;
  return { code: code ?? 'GENERIC_DECLINE', message: `${sentence} Nothing was charged.` };
}

/** A refused card as an answer; null for every other error. */
function declined(error: unknown, charge: Charge, livemode: boolean): PaymentSnapshot | null {
  if (!(error instanceof SquareError)) return null;
  // Whatever Square finds wrong with the request is about the card: all else in it is ours and tested.
  const [cause] = error.errors;
  if (!cause || isOpen(error) || isOfAnother(error)) return null;
  const { payment } = (error.body ?? {}) as { payment?: { id?: string } };
  return {
    provider: 'square',
    ref: payment?.id ?? charge.attemptId,
    attemptId: charge.attemptId,
    orderId: charge.orderId,
    state: 'failed',
    captured: { minor: 0, currency: charge.total.currency },
    livemode,
    page: null,
    moneyRef: null,
    customerRef: null,
    billing: null,
    failure: failureOf(cause.code),
  };
}

const REFUND_STATES: Readonly<Record<string, RefundSnapshot['state']>> = {
  PENDING: 'pending',
  COMPLETED: 'succeeded',
  REJECTED: 'failed',
  FAILED: 'failed',
};

function refundSnapshot(refund: Square.PaymentRefund): RefundSnapshot {
  const state = REFUND_STATES[refund.status ?? ''];
  if (!state) throw new Error(`the Square refund ${refund.id} is ${refund.status}`);
  const [, refundId = ''] = /^Refund (\S{36})$/.exec(refund.reason ?? '') ?? [];
  return {
    refundId: UUID.test(refundId) ? refundId : '',
    ref: refund.id,
    moneyRef: refund.paymentId ?? '',
    amount: moneyOf(refund.amountMoney),
    state,
  };
}

function disputeSnapshot(dispute: Square.Dispute): DisputeSnapshot {
  const states: Readonly<Record<string, DisputeSnapshot['state']>> = {
    WON: 'won',
    INQUIRY_CLOSED: 'won',
    LOST: 'lost',
    ACCEPTED: 'lost',
  };
  return {
    ref: dispute.id ?? dispute.disputeId ?? '',
    moneyRef: dispute.disputedPayment?.paymentId ?? '',
    amount: moneyOf(dispute.amountMoney),
    state: states[dispute.state ?? ''] ?? 'open',
  };
}

/** The address is signed with the body: it comes from the settings, never from the request. */
function isSigned(
  raw: Uint8Array,
  given: string,
  { webhookSignatureKey, webhookUrl }: SquareSettings,
): boolean {
  const wanted = Buffer.from(
    createHmac('sha256', webhookSignatureKey).update(webhookUrl).update(raw).digest('base64'),
  );
  const sent = Buffer.from(given);
  return sent.length === wanted.length && timingSafeEqual(sent, wanted);
}

function hintOf(raw: Uint8Array, livemode: boolean): WebhookHint {
  let event: { type?: unknown; event_id?: unknown; data?: { id?: unknown } };
  try {
    event = JSON.parse(Buffer.from(raw).toString('utf8'));
  } catch (cause) {
    throw new BadSignature('the message is not JSON', { cause });
  }
  const { type, event_id: eventId } = event;
  const ref = event.data?.id;
  if (typeof type !== 'string' || typeof eventId !== 'string')
    throw new BadSignature('the message is not an event');
  if (typeof ref !== 'string') return { kind: 'ignored', eventId, type };
  const base = { eventId, type, ref, livemode };
  if (type.startsWith('payment.')) return { kind: 'payment', ...base };
  if (type.startsWith('refund.')) return { kind: 'refund', ...base };
  if (type.startsWith('dispute.')) return { kind: 'dispute', ...base };
  return { kind: 'ignored', eventId, type };
}

function squareMoney({ minor, currency }: Money): Square.Money {
  return { amount: BigInt(minor), currency: currency.toUpperCase() as Square.Currency };
}

function moneyOf(money: Square.Money | undefined): Money {
  return { minor: Number(money?.amount ?? 0n), currency: (money?.currency ?? '').toLowerCase() };
}

/** Square's SDK does not repeat a call whose connection broke; the key makes a repetition safe. */
async function onceMore<T>(call: () => PromiseLike<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const isBroken = error instanceof SquareError && error.statusCode === undefined;
    if (!isBroken) throw error;
    try {
      return await call();
    } catch (again) {
      if (!isTimeout(error) || !isOpen(again)) throw again;
      throw new ProviderUnavailable('Square gave no answer in time', { cause: again, mayStillRun: true });
    }
  }
}

/** The SDK has an error class for time-outs, which it fails to throw under Node. */
function isTimeout(error: unknown): boolean {
  return error instanceof SquareTimeoutError || (error instanceof SquareError && error.cause === 'timeout');
}

async function answered<T>(call: PromiseLike<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw asUnavailable(error);
  }
}

async function orNull<T>(call: PromiseLike<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof SquareError && error.statusCode === 404) return null;
    throw asUnavailable(error);
  }
}

/** False when Square refuses because of what the payment has become. */
async function unlessRefused(call: PromiseLike<unknown>): Promise<boolean> {
  try {
    await answered(call);
    return true;
  } catch (error) {
    if (error instanceof SquareError && error.statusCode === 400) return false;
    throw error;
  }
}

function raise(error: unknown): never {
  throw error;
}

/** No answer, a server fault or a limit leave the outcome open; other errors are faults of ours. */
function asUnavailable(error: unknown): unknown {
  if (!isOpen(error)) return error;
  return new ProviderUnavailable('Square gave no answer', { cause: error, mayStillRun: isTimeout(error) });
}

/** What is refused for want of rights has charged nobody; another request of the same key may have. */
function asUnansweredCharge(error: unknown): unknown {
  if (error instanceof SquareError && (error.statusCode === 401 || error.statusCode === 403)) return error;
  if (error instanceof SquareError && isOfAnother(error))
    return new ProviderUnavailable('Square has had another request of this attempt', { cause: error });
  return asUnavailable(error);
}

/** Another request under the same key came first, or is still being worked on. */
function isOfAnother({ statusCode, errors }: SquareError): boolean {
  return statusCode === 409 || errors[0]?.code === 'IDEMPOTENCY_KEY_REUSED';
}

function isOpen(error: unknown): boolean {
  if (error instanceof SquareTimeoutError) return true;
  if (!(error instanceof SquareError)) return false;
  const { statusCode } = error;
  // A key that Square refuses charges nobody, and is for the operator to mend.
  const isRefused = statusCode === 401 || statusCode === 403;
  return (
    statusCode === undefined || isRefused || statusCode === 408 || statusCode === 429 || statusCode >= 500
  );
}
