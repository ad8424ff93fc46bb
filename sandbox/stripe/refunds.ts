import type Stripe from 'stripe';
import { type Endpoint, endpoint } from './api.ts';
import type { Core } from './core.ts';
import { pageOf, pagingByTime } from './pages.ts';
import {
  atLeast,
  hash,
  mergeMetadata,
  metadata,
  notSimulated,
  oneOf,
  type ParamsOf,
  text,
} from './params.ts';
import { invalid, noSuch } from './refusal.ts';
import { newId } from './state.ts';

const createParams = hash({
  amount: atLeast(1),
  charge: text,
  currency: notSimulated,
  customer: notSimulated,
  instructions_email: notSimulated,
  metadata,
  origin: notSimulated,
  payment_intent: text,
  reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer'),
  refund_application_fee: notSimulated,
  reverse_transfer: notSimulated,
} satisfies ParamsOf<Stripe.RefundCreateParams>);

const listParams = hash({
  ...pagingByTime,
  charge: text,
  payment_intent: text,
} satisfies ParamsOf<Stripe.RefundListParams>);

export function refundEndpoints(core: Core): Endpoint[] {
  const { refunds } = core.state;
  return [
    endpoint('POST', '/v1/refunds', createParams, (params) => create(core, params)),
    endpoint('GET', '/v1/refunds', listParams, ({ charge, payment_intent: intent, ...paging }) => {
      const found = refunds
        .list()
        .filter((one) => (!charge || one.charge === charge) && (!intent || one.payment_intent === intent));
      return pageOf(found, paging, '/v1/refunds');
    }),
    endpoint('GET', '/v1/refunds/:id', hash({}), (_, id) => {
      const refund = refunds.get(id);
      if (!refund) throw noSuch('refund', id);
      return refund;
    }),
  ];
}

type CreateParams = ReturnType<typeof createParams>;

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
  events.record('charge.refunded', refunded, { amount_refunded: charge.amount_refunded });
  events.record('refund.updated', succeeded, { status: 'pending' });

  const { failRefundsAfterMs } = faults.get();
  if (failRefundsAfterMs !== undefined) {
    state.refundsToFail.put(refund.id, {
      refundId: refund.id,
      at: state.seconds() + failRefundsAfterMs / 1000,
    });
  }
  return succeeded;
}

/** Refunds that were ordered to fail after they had succeeded: the money is back with the merchant. */
export function failDueRefunds(core: Core): void {
  const { state, events } = core;
  for (const { refundId, at } of state.refundsToFail.list()) {
    const refund = state.refunds.get(refundId);
    if (!refund || at > state.seconds()) continue;
    state.refundsToFail.delete(refundId);
    const failed: Stripe.Refund = { ...refund, status: 'failed', failure_reason: 'expired_or_canceled_card' };
    state.refunds.put(refund.id, failed);
    const charge = state.charges.get(String(refund.charge));
    if (charge) addRefunded(core, charge, -refund.amount);
    events.record('refund.failed', failed, { status: 'succeeded' });
    events.record('refund.updated', failed, { status: 'succeeded' });
  }
}

function chargeOf({ state }: Core, { charge: id, payment_intent: intentId }: CreateParams): Stripe.Charge {
  if ((id === undefined) === (intentId === undefined)) {
    throw invalid(
      'One of the following params should be provided for this request: payment_intent or charge.',
    );
  }
  const intent = intentId === undefined ? undefined : state.paymentIntents.get(intentId);
  if (intentId !== undefined && !intent) throw noSuch('payment_intent', intentId, 'payment_intent');
  const charge = state.charges.get(id ?? String(intent?.latest_charge));
  if (charge?.status === 'succeeded') return charge;
  if (id !== undefined && !charge) throw noSuch('charge', id, 'charge');
  throw invalid(`This PaymentIntent (${intentId ?? id}) does not have a successful charge to refund.`);
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
    destination_details: { type: 'card', card: { type: 'refund', reference_status: 'pending' } },
    metadata: mergeMetadata({}, params.metadata),
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
