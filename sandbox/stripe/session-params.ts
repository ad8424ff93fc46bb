import type Stripe from 'stripe';
import { pagingByTime } from './pages.ts';
import {
  atLeast,
  currency,
  flag,
  hash,
  instant,
  list,
  metadata,
  notSimulated,
  oneOf,
  only,
  type Param,
  type ParamsOf,
  text,
  url,
} from './params.ts';
import { invalid } from './refusal.ts';

type CreateParams = Stripe.Checkout.SessionCreateParams;

const productData = hash(
  {
    name: text,
    description: text,
    images: list(url),
    metadata,
    tax_code: text,
    tax_details: notSimulated,
    unit_label: text,
  } satisfies ParamsOf<Stripe.Checkout.SessionCreateParams.LineItem.PriceData.ProductData>,
  'name',
);

const priceData = hash(
  {
    currency,
    product: text,
    product_data: productData,
    recurring: notSimulated,
    tax_behavior: oneOf('exclusive', 'inclusive', 'unspecified'),
    unit_amount: atLeast(0),
    unit_amount_decimal: notSimulated,
  } satisfies ParamsOf<Stripe.Checkout.SessionCreateParams.LineItem.PriceData>,
  'currency',
  'unit_amount',
);

const lineItem = hash({
  adjustable_quantity: notSimulated,
  metadata,
  price: text,
  price_data: priceData,
  quantity: atLeast(1),
  tax_rates: notSimulated,
} satisfies ParamsOf<Stripe.Checkout.SessionCreateParams.LineItem>);

/** What Stripe prints after the account's own prefix: https://docs.stripe.com/get-started/account/statement-descriptors */
export const STATEMENT_PREFIX = 'SANDBOX CO';

const descriptorSuffix: Param<string> = (value, name) => {
  const read = text(value, name);
  const room = 22 - STATEMENT_PREFIX.length - '* '.length;
  if (read.length > room)
    throw invalid(`The statement descriptor suffix can be up to ${room} characters.`, undefined, name);
  if (!/[a-z]/i.test(read) || !/^[\x20-\x7e]+$/.test(read) || /[<>\\'"*]/.test(read))
    throw invalid(
      'The statement descriptor suffix must contain a Latin letter and none of the characters <>\\\'"*.',
      undefined,
      name,
    );
  return read;
};

const paymentIntentData = hash({
  application_fee_amount: notSimulated,
  capture_method: oneOf('automatic', 'automatic_async'),
  description: text,
  metadata,
  on_behalf_of: notSimulated,
  receipt_email: text,
  setup_future_usage: notSimulated,
  shipping: notSimulated,
  statement_descriptor: text,
  statement_descriptor_suffix: descriptorSuffix,
  transfer_data: notSimulated,
  transfer_group: notSimulated,
} satisfies ParamsOf<Stripe.Checkout.SessionCreateParams.PaymentIntentData>);

const branding = hash({
  background_color: text,
  border_style: oneOf('pill', 'rectangular', 'rounded'),
  button_color: text,
  display_name: text,
  font_family: text,
  icon: notSimulated,
  logo: notSimulated,
} satisfies ParamsOf<Stripe.Checkout.SessionCreateParams.BrandingSettings>);

const disabled = hash({ enabled: only('false') });

/** A few of Stripe's, with what the account of the sandbox has switched on among them. */
const methodType = oneOf(
  'card',
  'link',
  'us_bank_account',
  'cashapp',
  'klarna',
  'affirm',
  'amazon_pay',
) satisfies Param<Stripe.Checkout.SessionCreateParams.AllowedPaymentMethodType>;

export const createSessionParams = hash(
  {
    adaptive_pricing: hash({ enabled: flag }),
    after_expiration: notSimulated,
    allow_promotion_codes: only('false'),
    allowed_payment_method_types: list(methodType),
    automatic_tax: disabled,
    billing_address_collection: oneOf('auto', 'required'),
    branding_settings: branding,
    cancel_url: url,
    client_reference_id: text,
    consent_collection: notSimulated,
    currency,
    custom_fields: notSimulated,
    custom_text: notSimulated,
    customer: notSimulated,
    customer_account: notSimulated,
    customer_creation: only('if_required'),
    customer_email: text,
    customer_update: notSimulated,
    discounts: list(hash({ coupon: text, promotion_code: text })),
    excluded_payment_method_types: list(methodType),
    expires_at: instant,
    integration_identifier: text,
    invoice_creation: disabled,
    line_items: list(lineItem),
    locale: text,
    managed_payments: disabled,
    metadata,
    mode: only('payment'),
    name_collection: notSimulated,
    optional_items: notSimulated,
    origin_context: oneOf('mobile_app', 'web'),
    payment_intent_data: paymentIntentData,
    payment_method_collection: only('always'),
    payment_method_configuration: notSimulated,
    payment_method_data: notSimulated,
    payment_method_options: notSimulated,
    permissions: notSimulated,
    phone_number_collection: disabled,
    redirect_on_completion: notSimulated,
    return_url: notSimulated,
    saved_payment_method_options: notSimulated,
    setup_intent_data: notSimulated,
    shipping_address_collection: notSimulated,
    shipping_options: notSimulated,
    submit_type: oneOf('auto', 'book', 'donate', 'pay'),
    subscription_data: notSimulated,
    success_url: url,
    tax_id_collection: disabled,
    ui_mode: only('hosted_page'),
    wallet_options: notSimulated,
  } satisfies ParamsOf<CreateParams>,
  'mode',
  'line_items',
  'success_url',
);

export const listSessionsParams = hash({
  ...pagingByTime,
  customer: notSimulated,
  customer_account: notSimulated,
  customer_details: hash({ email: text }, 'email'),
  payment_intent: text,
  payment_link: notSimulated,
  status: oneOf('open', 'complete', 'expired'),
  subscription: notSimulated,
} satisfies ParamsOf<Stripe.Checkout.SessionListParams>);

export type CreateSession = ReturnType<typeof createSessionParams>;
export type LineItemParams = CreateSession['line_items'][number];
