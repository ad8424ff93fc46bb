import type Stripe from 'stripe';
import * as z from 'zod';
import type { Endpoint } from '#sandbox/endpoint.ts';
import { newId } from '#sandbox/new-id.ts';
import { endpoint } from './api.ts';
import type { Core } from './core.ts';
import { integer, metadata, text } from './params.ts';
import { invalid, noSuch } from './refusal.ts';

const createParams = z.strictObject({
  amount: integer.optional(),
  metadata,
  payment_intent: text,
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
});

export function refundEndpoints(core: Core): Endpoint[] {
  return [endpoint('POST', '/v1/refunds', createParams, (params) => create(core, params))];
}

type CreateParams = z.output<typeof createParams>;

function create(core: Core, params: CreateParams): Stripe.Refund {
  const { state, events, faults } = core;
  const charge = chargeOf(core, params);
  const amount = refundable(charge, params.amount);
  const refund = buildRefund(state.seconds(), charge, amount, params);
  state.refunds.put(refund.id, refund);
  events.record('refund.created', refund);

  const succeeded: Stripe.Refund = { ...refund, status: 'succeeded' };
  state.refunds.put(refund.id, succeeded);
  const refunded = addRefunded(core, charge, amount);
  events.record('charge.refunded', refunded);
  events.record('refund.updated', succeeded);

  const { failRefundsAfterMs } = faults.get();
  if (failRefundsAfterMs !== undefined) {
    state.refundsToFail.put(refund.id, {
      refundId: refund.id,
      at: state.seconds() + failRefundsAfterMs / 1000,
    });
  }
  return succeeded;
}

/** Fails refunds that a fault marked to fail after they had succeeded. */
export function failDueRefunds(core: Core): void {
  const { state, events, faults } = core;
  if (faults.get().holdRefunds) return;
  for (const { refundId, at } of state.refundsToFail.list()) {
    const refund = state.refunds.get(refundId);
    if (!refund || at > state.seconds()) continue;
    state.refundsToFail.delete(refundId);
    const failed: Stripe.Refund = { ...refund, status: 'failed', failure_reason: 'expired_or_canceled_card' };
    state.refunds.put(refund.id, failed);
    const charge = state.charges.get(String(refund.charge));
    if (charge) addRefunded(core, charge, -refund.amount);
    events.record('refund.failed', failed);
    events.record('refund.updated', failed);
  }
}

function chargeOf({ state }: Core, { payment_intent: id }: CreateParams): Stripe.Charge {
  const intent = state.paymentIntents.get(id);
  if (!intent) throw noSuch('payment_intent', id, 'payment_intent');
  const charge = state.charges.get(String(intent.latest_charge));
  if (charge?.status === 'succeeded') return charge;
  throw invalid(`This PaymentIntent (${id}) does not have a successful charge to refund.`);
}

function refundable(charge: Stripe.Charge, asked: number | undefined): number {
  const left = charge.amount_captured - charge.amount_refunded;
  if (charge.disputed) {
    throw invalid(
      `Charge ${charge.id} has been charged back; cannot issue a refund.`,
      'refund_disputed_payment',
    );
  }
  if (left === 0) throw invalid(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded');
  if (asked === undefined || asked <= left) return asked ?? left;
  const why = `Refund amount (${asked}) is greater than unrefunded amount on charge (${left}) in ${charge.currency}.`;
  throw invalid(why, undefined, 'amount');
}

function buildRefund(
  now: number,
  charge: Stripe.Charge,
  amount: number,
  params: CreateParams,
): Stripe.Refund {
  return {
    id: newId('re_'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: now,
    currency: charge.currency,
    customer: null,
    customer_account: null,
    metadata: params.metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: params.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'pending',
    transfer_reversal: null,
  };
}

function addRefunded({ state }: Core, charge: Stripe.Charge, amount: number): Stripe.Charge {
  const amount_refunded = charge.amount_refunded + amount;
  const changed = { ...charge, amount_refunded, refunded: amount_refunded === charge.amount_captured };
  state.charges.put(charge.id, changed);
  return changed;
}
