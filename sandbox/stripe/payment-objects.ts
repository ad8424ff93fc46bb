import type Stripe from 'stripe';
import { newId } from '#sandbox/new-id.ts';
import type { Decline } from './cards.ts';
import { STATEMENT_PREFIX } from './session-params.ts';
import type { CardPayment, Checkout, State } from './state.ts';

type Intent = Stripe.PaymentIntent;

export function buildIntent(
  state: State,
  session: Stripe.Checkout.Session,
  { intentData }: Checkout,
): Intent {
  const id = newId('pi_');
  return {
    ...unusedIntentParts,
    id,
    object: 'payment_intent',
    amount: session.amount_total ?? 0,
    amount_received: 0,
    client_secret: `${id}_secret_${newId('', 25)}`,
    created: state.seconds(),
    currency: session.currency ?? 'usd',
    description: intentData?.description ?? null,
    last_payment_error: null,
    latest_charge: null,
    metadata: intentData?.metadata ?? {},
    next_action: null,
    payment_method: null,
    statement_descriptor_suffix: intentData?.statement_descriptor_suffix ?? null,
    status: 'requires_payment_method',
  };
}

const unusedIntentParts = {
  allowed_payment_method_types: null,
  amount_capturable: 0,
  application: null,
  application_fee_amount: null,
  automatic_payment_methods: null,
  canceled_at: null,
  cancellation_reason: null,
  capture_method: 'automatic_async',
  confirmation_method: 'automatic',
  customer: null,
  customer_account: null,
  excluded_payment_method_types: null,
  livemode: false,
  managed_payments: null,
  on_behalf_of: null,
  payment_method_configuration_details: null,
  payment_method_options: {
    card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
  },
  payment_method_types: ['card'],
  payment_record: null,
  processing: null,
  receipt_email: null,
  review: null,
  setup_future_usage: null,
  shipping: null,
  source: null,
  statement_descriptor: null,
  transfer_data: null,
  transfer_group: null,
} satisfies Partial<Intent>;

export function buildCharge(
  state: State,
  intent: Intent,
  card: CardPayment,
  decline?: Decline,
): Stripe.Charge {
  return {
    ...unusedChargeParts,
    id: newId('ch_'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: decline ? 0 : intent.amount,
    amount_refunded: 0,
    billing_details: { address: noAddress, email: card.email, name: card.name, phone: null, tax_id: null },
    calculated_statement_descriptor: [STATEMENT_PREFIX, intent.statement_descriptor_suffix]
      .filter(Boolean)
      .join('* '),
    captured: !decline,
    created: state.seconds(),
    currency: intent.currency,
    description: intent.description,
    disputed: false,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    metadata: intent.metadata,
    paid: !decline,
    payment_intent: intent.id,
    payment_method: typeof intent.payment_method === 'string' ? intent.payment_method : null,
    payment_method_details: { type: 'card', card: cardDetails(intent, card, decline) },
    refunded: false,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: decline ? 'failed' : 'succeeded',
  };
}

/** The balance transaction of a paid charge. The fee is 2.9% plus 30 cents. */
export function buildBalanceTransaction(state: State, charge: Stripe.Charge): Stripe.BalanceTransaction {
  const { amount, currency } = charge;
  const fee = Math.round(amount * 0.029) + 30;
  const created = state.seconds();
  return {
    id: newId('txn_'),
    object: 'balance_transaction',
    amount,
    available_on: created + 2 * 24 * 3600,
    balance_type: 'payments',
    created,
    currency,
    description: charge.description,
    exchange_rate: null,
    fee,
    fee_details: [
      { amount: fee, application: null, currency, description: 'Stripe processing fees', type: 'stripe_fee' },
    ],
    net: amount - fee,
    reporting_category: 'charge',
    source: charge.id,
    status: 'pending',
    type: 'charge',
  };
}

const unusedChargeParts = {
  application: null,
  application_fee: null,
  application_fee_amount: null,
  balance_transaction: null,
  customer: null,
  failure_balance_transaction: null,
  fraud_details: {},
  livemode: false,
  on_behalf_of: null,
  outcome: null,
  receipt_email: null,
  receipt_number: null,
  receipt_url: null,
  review: null,
  shipping: null,
  source: null,
  source_transfer: null,
  statement_descriptor: null,
  transfer_data: null,
  transfer_group: null,
} satisfies Partial<Stripe.Charge>;

function cardDetails(
  intent: Intent,
  card: CardPayment,
  decline: Decline | undefined,
): Stripe.Charge.PaymentMethodDetails.Card {
  return {
    amount_authorized: decline ? null : intent.amount,
    authorization_code: decline ? null : '123456',
    brand: card.brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: null },
    country: 'US',
    electronic_commerce_indicator: null,
    exp_month: card.expMonth,
    exp_year: card.expYear,
    funding: 'credit',
    installments: null,
    last4: card.last4,
    mandate: null,
    network: card.brand,
    network_transaction_id: null,
    regulated_status: 'unregulated',
    three_d_secure: null,
    transaction_link_id: null,
    wallet: null,
  };
}

export const noAddress: Stripe.Address = {
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
};
