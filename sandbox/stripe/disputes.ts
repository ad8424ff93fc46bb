import type Stripe from 'stripe';
import { newId } from '#sandbox/new-id.ts';
import type { Core } from './core.ts';
import type { State } from './state.ts';

/** The cardholder disputes a paid charge; the money and a fee are withdrawn. */
export function openDispute({ state, events }: Core, charge: Stripe.Charge): void {
  const dispute = buildDispute(state, charge);
  const disputed = { ...charge, disputed: true };
  state.disputes.put(dispute.id, dispute);
  state.charges.put(charge.id, disputed);
  events.record('charge.dispute.created', dispute);
  events.record('charge.dispute.funds_withdrawn', dispute);
  events.record('charge.updated', disputed);
}

/** The bank decides the payment's dispute. If it is won, the money comes back, but not the fee. */
export function decideDispute({ state, events }: Core, intentId: string, status: 'won' | 'lost'): void {
  const open = state.disputes.list().find((one) => one.payment_intent === intentId);
  if (!open) throw new Error(`Payment ${intentId} is not disputed.`);
  const returned = status === 'won' ? [buildTransaction(state, open, 'reversal')] : [];
  const balance_transactions = [...open.balance_transactions, ...returned];
  const decided: Stripe.Dispute = { ...open, status, balance_transactions };
  state.disputes.put(decided.id, decided);
  events.record('charge.dispute.closed', decided);
  if (status === 'won') events.record('charge.dispute.funds_reinstated', decided);
}

type Disputed = Pick<Stripe.Dispute, 'id' | 'amount' | 'charge' | 'currency'>;

function buildDispute(state: State, charge: Stripe.Charge): Stripe.Dispute {
  const now = state.seconds();
  const { amount, currency } = charge;
  const disputed: Disputed = { id: newId('du_'), amount, charge: charge.id, currency };
  return {
    ...disputed,
    object: 'dispute',
    balance_transactions: [buildTransaction(state, disputed, 'withdrawal')],
    created: now,
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

/** The withdrawal also takes Stripe's fee of 15 dollars. */
function buildTransaction(
  state: State,
  { id, amount, charge, currency }: Disputed,
  kind: 'withdrawal' | 'reversal',
): Stripe.BalanceTransaction {
  const isWithdrawal = kind === 'withdrawal';
  const [moved, fee] = isWithdrawal ? [-amount, 15_00] : [amount, 0];
  const created = state.seconds();
  const transaction: Stripe.BalanceTransaction = {
    id: newId('txn_'),
    object: 'balance_transaction',
    amount: moved,
    available_on: created,
    balance_type: 'payments',
    created,
    currency,
    description: `Chargeback ${kind} for ${charge}`,
    exchange_rate: null,
    fee,
    fee_details: isWithdrawal
      ? [{ amount: fee, application: null, currency, description: 'Dispute fee', type: 'stripe_fee' }]
      : [],
    net: moved - fee,
    reporting_category: isWithdrawal ? 'dispute' : 'dispute_reversal',
    source: id,
    status: 'available',
    type: 'adjustment',
  };
  state.balanceTransactions.put(transaction.id, transaction);
  return transaction;
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
