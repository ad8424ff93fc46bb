import type Stripe from 'stripe';
import { newId } from '#sandbox/new-id.ts';
import type { Core } from './core.ts';

/** The cardholder disputes a paid charge; the money is withdrawn. */
export function openDispute({ state, events }: Core, charge: Stripe.Charge): void {
  const dispute = buildDispute(state.seconds(), charge);
  const disputed = { ...charge, disputed: true };
  state.disputes.put(dispute.id, dispute);
  state.charges.put(charge.id, disputed);
  events.record('charge.dispute.created', dispute);
  events.record('charge.dispute.funds_withdrawn', dispute);
  events.record('charge.updated', disputed);
}

function buildDispute(now: number, charge: Stripe.Charge): Stripe.Dispute {
  return {
    id: newId('du_'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      due_by: now + 9 * 24 * 3600,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
  };
}

const noEvidence: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};
