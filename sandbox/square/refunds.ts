import * as z from 'zod';
import type { Endpoint } from '#sandbox/endpoint.ts';
import { newId } from '#sandbox/new-id.ts';
import { endpoint, keyed } from './api.ts';
import type { Core } from './core.ts';
import { findDispute } from './disputes.ts';
import { listed, listParams, pageOf } from './lists.ts';
import { money, noParams, text } from './params.ts';
import { findPayment, savePayment } from './payments.ts';
import { notFound, refundRefused } from './refusal.ts';
import type { WirePayment, WireRefund } from './state.ts';

const createParams = z.strictObject({
  idempotency_key: text(45),
  amount_money: money,
  payment_id: text(192),
  reason: text(192).optional(),
});

export function refundEndpoints(core: Core): Endpoint[] {
  const { refunds } = core.state;
  return [
    keyed('/v2/refunds', createParams, (params) => ({ refund: create(core, params) })),
    endpoint('GET', '/v2/refunds', listParams, (query) => {
      const { items, cursor } = pageOf(listed(core, 'refund'), query);
      return { ...(items.length > 0 && { refunds: items }), ...(cursor && { cursor }) };
    }),
    endpoint('GET', '/v2/refunds/:id', noParams, (_, id) => {
      const refund = refunds.get(id);
      if (!refund) throw notFound(`Could not find payment refund with id: ${id}`);
      return { refund };
    }),
  ];
}

/** Refunds that are due: they succeed, or fail if a fault says so. */
export function settleDueRefunds(core: Core): void {
  const { state, events, faults } = core;
  if (faults.get().holdRefunds) return;
  for (const { refundId, at, status } of state.refundEnds.list()) {
    const refund = state.refunds.get(refundId);
    if (!refund || at > state.now()) continue;
    const settled: WireRefund = { ...refund, status };
    state.refunds.put(refundId, settled);
    state.refundEnds.delete(refundId);
    events.record('refund.updated', refundId, { refund: settled });
    if (status === 'COMPLETED') addRefunded(core, settled);
  }
}

type CreateParams = z.output<typeof createParams>;

function create(core: Core, params: CreateParams): WireRefund {
  const { state, events, faults } = core;
  const payment = findPayment(core, params.payment_id, 'payment_id');
  mustBeRefundable(core, payment, params.amount_money.amount);
  const refund: WireRefund = {
    id: newId(`${payment.id}_`, 43),
    status: 'PENDING',
    amount_money: params.amount_money,
    payment_id: payment.id,
    created_at: state.timestamp(),
    reason: params.reason,
  };
  const { failRefundsAfterMs } = faults.get();
  state.refunds.put(refund.id, refund);
  state.refundEnds.put(refund.id, {
    refundId: refund.id,
    at: state.now() + (failRefundsAfterMs ?? 0),
    status: failRefundsAfterMs === undefined ? 'COMPLETED' : 'FAILED',
  });
  events.record('refund.created', refund.id, { refund });
  savePayment(core, { ...payment, refund_ids: [...(payment.refund_ids ?? []), refund.id] });
  return refund;
}

function mustBeRefundable({ state }: Core, payment: WirePayment, amount: number): void {
  if (payment.status !== 'COMPLETED')
    throw refundRefused('PAYMENT_NOT_REFUNDABLE', 'The payment is not refundable.', 'payment_id');
  if (findDispute(state, payment.id)) {
    const why = 'The payment is not refundable because it is in dispute.';
    throw refundRefused('PAYMENT_NOT_REFUNDABLE_DUE_TO_DISPUTE', why, 'payment_id');
  }
  const sum = (status: WireRefund['status']) =>
    state.refunds
      .list()
      .filter((one) => one.payment_id === payment.id && one.status === status)
      .reduce((total, one) => total + one.amount_money.amount, 0);
  const left = payment.amount_money.amount - sum('COMPLETED');
  if (amount > left) {
    const why = 'The requested refund amount exceeds the amount available to refund.';
    throw refundRefused('REFUND_AMOUNT_INVALID', why, 'amount_money.amount');
  }
  if (amount > left - sum('PENDING'))
    throw refundRefused('REFUND_ALREADY_PENDING', 'The payment already has a pending refund.');
}

function addRefunded(core: Core, refund: WireRefund): void {
  const payment = findPayment(core, refund.payment_id);
  const amount = Number(payment.refunded_money?.amount ?? 0) + refund.amount_money.amount;
  savePayment(core, { ...payment, refunded_money: { ...refund.amount_money, amount } });
}
