import type Stripe from 'stripe';
import { newId } from '#sandbox/new-id.ts';
import type { Core } from './core.ts';
import { invalid } from './refusal.ts';
import type { CreateSession } from './session-params.ts';
import type { Line } from './state.ts';

type Session = Stripe.Checkout.Session;

const longest = 24 * 3600;
const shortest = 30 * 60;
/** In the currency's minor units. */
const minimumCharge = 50;

export function buildSession(core: Core, params: CreateSession, lines: readonly Line[]): Session {
  const { allowed_payment_method_types: allowed } = params;
  const created = core.state.seconds();
  const expires_at = params.expires_at ?? created + longest;
  if (expires_at < created + shortest) {
    const why = 'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.';
    throw invalid(why, undefined, 'expires_at');
  }
  const id = newId('cs_test_', 58);
  return {
    ...unusedParts,
    id,
    object: 'checkout.session',
    ...amountsOf(lines, core.faults.get().surcharge ?? 0),
    // On by default, as in a real account.
    adaptive_pricing: { enabled: params.adaptive_pricing?.enabled ?? true },
    allowed_payment_method_types: allowed ?? null,
    payment_method_types: SWITCHED_ON.filter((one) => allowed?.includes(one) ?? true),
    branding_settings: { ...branding, display_name: core.merchantName },
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    created,
    customer_details: params.customer_email === undefined ? null : detailsOf(params.customer_email),
    customer_email: params.customer_email ?? null,
    expires_at,
    metadata: params.metadata,
    payment_intent: null,
    payment_status: 'unpaid',
    status: 'open',
    success_url: params.success_url,
    url: `${core.baseUrl}/pay/${id}`,
  };
}

export function detailsOf(
  email: string,
  name: string | null = null,
  address: Stripe.Address | null = null,
): Stripe.Checkout.Session.CustomerDetails {
  return {
    address,
    business_name: null,
    email,
    individual_name: null,
    name,
    phone: null,
    tax_exempt: 'none',
    tax_ids: name === null ? null : [],
  };
}

function amountsOf(lines: readonly Line[], tax: number) {
  const amount_subtotal = lines.reduce((total, line) => total + line.amount, 0);
  const amount_total = amount_subtotal + tax;
  if (amount_total < minimumCharge) {
    const why = `The Checkout Session's total amount due must add up to at least ${minimumCharge}.`;
    throw invalid(why, 'amount_too_small', 'line_items');
  }
  return {
    amount_subtotal,
    amount_total,
    currency: lines[0]!.currency,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: tax },
  };
}

const branding = {
  background_color: '#ffffff',
  border_style: 'rounded',
  button_color: '#2f5d50',
  font_family: 'default',
  icon: null,
  logo: null,
} satisfies Partial<Stripe.Checkout.Session.BrandingSettings>;

/** The methods enabled in the account's dashboard. A bank debit takes days; only cards can pay here. */
const SWITCHED_ON = ['card', 'us_bank_account'] as const;

/** The same in every session. */
const unusedParts = {
  after_expiration: null,
  allow_promotion_codes: null,
  billing_address_collection: null,
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  client_secret: null,
  collected_information: { business_name: null, individual_name: null, shipping_details: null },
  consent: null,
  consent_collection: null,
  currency_conversion: null,
  custom_fields: [],
  custom_text: {
    after_submit: null,
    shipping_address: null,
    submit: null,
    terms_of_service_acceptance: null,
  },
  customer: null,
  customer_account: null,
  customer_creation: 'if_required',
  discounts: [],
  integration_identifier: null,
  locale: null,
  origin_context: null,
  submit_type: null,
  invoice: null,
  invoice_creation: null,
  livemode: false,
  managed_payments: null,
  mode: 'payment',
  payment_link: null,
  payment_method_collection: 'always',
  payment_method_configuration_details: null,
  payment_method_options: { card: { request_three_d_secure: 'automatic' } },
  permissions: null,
  recovered_from: null,
  saved_payment_method_options: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  subscription: null,
  ui_mode: 'hosted_page',
  wallet_options: null,
} satisfies Partial<Session>;
