import * as z from 'zod';
import type { Endpoint } from '#sandbox/endpoint.ts';
import type { Refusal } from '#sandbox/refusal.ts';
import { endpoint, keyed } from './api.ts';
import type { DeclineCode } from './cards.ts';
import type { Core } from './core.ts';
import { openDispute } from './disputes.ts';
import { listed, listParams, pageOf } from './lists.ts';
import { address, money, noParams, text } from './params.ts';
import { asCanceled, asCompleted, buildApproved, buildFailed, withFee } from './payment-object.ts';
import { invalid, notFound, refuse } from './refusal.ts';
import type { WirePayment } from './state.ts';
import { type ChargeableCard, spendToken } from './tokens.ts';

const defaultFeeDelayMs = 10_000;

const createParams = z.strictObject({
  source_id: text(255),
  idempotency_key: text(45),
  amount_money: money,
  autocomplete: z.boolean().optional(),
  location_id: text(50).optional(),
  reference_id: text(40).optional(),
  note: text(500).optional(),
  buyer_email_address: text(255).optional(),
  billing_address: address.optional(),
});
type CreateParams = z.output<typeof createParams>;

const cancelByKeyParams = z.strictObject({ idempotency_key: text(45) });

export function paymentEndpoints(core: Core): Endpoint[] {
  const creation = keyed('/v2/payments', createParams, (params) => ({ payment: create(core, params) }));
  return [
    {
      ...creation,
      prepare(given) {
        refuseOnce(core);
        return creation.prepare(given);
      },
    },
    endpoint('GET', '/v2/payments', listParams, (query) => list(core, query)),
    endpoint('POST', '/v2/payments/cancel', cancelByKeyParams, (params) => cancelByKey(core, params)),
    endpoint('GET', '/v2/payments/:id', noParams, (_, id) => ({ payment: findPayment(core, id) })),
    endpoint('POST', '/v2/payments/:id/cancel', noParams, (_, id) => ({
      payment: savePayment(core, asCanceled(mustBeApproved(core, id))),
    })),
    endpoint('POST', '/v2/payments/:id/complete', noParams, (_, id) => ({
      payment: complete(core, mustBeApproved(core, id)),
    })),
  ];
}

/** Throws the refusal that a fault asks for, before anything is stored for the key. */
function refuseOnce({ faults }: Core): void {
  const { refuseNext: code } = faults.get();
  if (!code) return;
  faults.set({ refuseNext: undefined });
  const category = code === 'INVALID_EMAIL_ADDRESS' ? 'INVALID_REQUEST_ERROR' : 'PAYMENT_METHOD_ERROR';
  throw refuse(400, { category, code, detail: `Refused: '${code}' (injected by a sandbox fault).` });
}

export function findPayment({ state }: Core, id: string, field?: string): WirePayment {
  const payment = state.payments.get(id);
  if (!payment) throw notFound(`Could not find payment with id: ${id}`, field);
  return payment;
}

export function savePayment({ state, events }: Core, payment: WirePayment): WirePayment {
  state.payments.put(payment.id, payment);
  events.record('payment.updated', payment.id, { payment });
  return payment;
}

/** Square reports its fee some time after the payment. */
export function tellDueFees(core: Core): void {
  const { state } = core;
  for (const { paymentId, at } of state.feesDue.list()) {
    if (at > state.now()) continue;
    state.feesDue.delete(paymentId);
    const payment = findPayment(core, paymentId);
    if (payment.status === 'COMPLETED') savePayment(core, withFee(core, payment));
  }
}

function create(core: Core, params: CreateParams): WirePayment {
  const { state, events, seller } = core;
  if ((params.location_id ?? seller.locationId) !== seller.locationId)
    throw invalid('INVALID_LOCATION', 'The location does not belong to the seller.', 'location_id');
  const charge = spendToken(state, params.source_id);
  const decline = declineOf(charge, params);
  if (decline) throw fail(core, params, charge, decline);

  const approved = buildApproved(core, params, charge.card);
  state.payments.put(approved.id, approved);
  state.paymentsByKey.put(params.idempotency_key, approved.id);
  events.record('payment.created', approved.id, { payment: approved });
  if (params.autocomplete === false) return approved;
  const completed = complete(core, approved);
  if (charge.outcome.kind === 'disputed') openDispute(core, completed);
  return completed;
}

function complete(core: Core, approved: WirePayment): WirePayment {
  const { state, faults } = core;
  const { id: paymentId } = approved;
  state.feesDue.put(paymentId, {
    paymentId,
    at: state.now() + (faults.get().feeDelayMs ?? defaultFeeDelayMs),
  });
  return savePayment(core, asCompleted(approved));
}

function declineOf({ outcome, verified }: ChargeableCard, params: CreateParams): DeclineCode | null {
  if (outcome.kind === 'declined') return outcome.code;
  if (outcome.kind !== 'verification') return null;
  const { amount, currency } = params.amount_money;
  const isVerified = verified?.amount === amount && verified.currency === currency;
  return isVerified ? null : 'CARD_DECLINED_VERIFICATION_REQUIRED';
}

function fail(core: Core, params: CreateParams, { card }: ChargeableCard, code: DeclineCode): Refusal {
  const error = { category: 'PAYMENT_METHOD_ERROR', code, detail: `Authorization error: '${code}'` } as const;
  const payment = buildFailed(core, params, card, error);
  core.state.payments.put(payment.id, payment);
  core.state.paymentsByKey.put(params.idempotency_key, payment.id);
  core.events.record('payment.created', payment.id, { payment });
  return refuse(400, error, payment);
}

function list(core: Core, query: z.output<typeof listParams>) {
  // Without a location, Square lists the main one, which isn't ours.
  if (query.location_id !== core.seller.locationId) return {};
  const { items, cursor } = pageOf(listed(core, 'payment'), query);
  return { ...(items.length > 0 && { payments: items }), ...(cursor && { cursor }) };
}

/** Without a payment for that key there is nothing to do, which isn't an error. */
function cancelByKey(core: Core, { idempotency_key: key }: z.output<typeof cancelByKeyParams>): object {
  const payment = core.state.payments.get(core.state.paymentsByKey.get(key) ?? '');
  if (payment?.status !== 'APPROVED' && payment?.status !== 'COMPLETED') return {};
  if (payment.refund_ids?.length) throw invalid('BAD_REQUEST', 'A payment with refunds cannot be canceled.');
  savePayment(core, asCanceled(payment));
  return {};
}

function mustBeApproved(core: Core, id: string): WirePayment {
  const payment = findPayment(core, id);
  if (payment.status === 'APPROVED') return payment;
  const why = `Payment ${id} has status ${payment.status}, not APPROVED: it can no longer be changed.`;
  throw invalid('BAD_REQUEST', why);
}
