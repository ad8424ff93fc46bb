import type { Endpoint } from '#sandbox/endpoint.ts';
import { newId } from '#sandbox/new-id.ts';
import { endpoint } from './api.ts';
import type { Core } from './core.ts';
import { noParams } from './params.ts';
import { notFound } from './refusal.ts';
import type { State, WireDispute, WirePayment } from './state.ts';

export type DisputeDecision = 'WON' | 'LOST' | 'INQUIRY_CLOSED' | 'EVIDENCE_REQUIRED';

export function disputeEndpoints({ state }: Core): Endpoint[] {
  return [
    endpoint('GET', '/v2/disputes', noParams, () => {
      const disputes = state.disputes.list().reverse();
      return disputes.length > 0 ? { disputes } : {};
    }),
    endpoint('GET', '/v2/disputes/:id', noParams, (_, id) => {
      const dispute = state.disputes.get(id);
      if (!dispute) throw notFound(`Could not find dispute with id: ${id}`);
      return { dispute };
    }),
  ];
}

/** The cardholder disputes a completed payment. */
export function openDispute({ state, events, seller }: Core, payment: WirePayment): void {
  const id = newId('', 22);
  const now = state.timestamp();
  const dispute: WireDispute = {
    id,
    amount_money: payment.amount_money,
    reason: 'NO_KNOWLEDGE',
    state: 'EVIDENCE_REQUIRED',
    due_at: new Date(state.now() + 14 * 24 * 3_600_000).toISOString(),
    disputed_payment: { payment_id: payment.id },
    card_brand: payment.card_details.card?.card_brand,
    created_at: now,
    updated_at: now,
    brand_dispute_id: newId('', 22),
    reported_at: now,
    version: 1,
    location_id: seller.locationId,
  };
  state.disputes.put(id, dispute);
  events.record('dispute.created', id, { dispute });
}

/** The bank decides the payment's dispute, closes its inquiry, or opens it again. */
export function decideDispute({ state, events }: Core, paymentId: string, decision: DisputeDecision): void {
  const found = findDispute(state, paymentId);
  if (!found) throw new Error(`Payment ${paymentId} is not disputed.`);
  const updated = { updated_at: state.timestamp(), version: found.version + 1 };
  const dispute: WireDispute = { ...found, state: decision, ...updated };
  state.disputes.put(dispute.id, dispute);
  events.record('dispute.state.updated', dispute.id, { dispute });
}

export function findDispute(state: State, paymentId: string): WireDispute | undefined {
  return state.disputes.list().find((one) => one.disputed_payment.payment_id === paymentId);
}
