import type { DeclineCode } from './cards.ts';
import type { Core } from './core.ts';
import type { WireError } from './refusal.ts';
import { newId, type SquareCard, type WireMoney, type WirePayment } from './state.ts';

const delayMs = 7 * 24 * 3600 * 1000;

/** What a payment takes over from the call that makes it. */
export type PaymentParams = Pick<
  WirePayment,
  'amount_money' | 'note' | 'reference_id' | 'customer_id' | 'buyer_email_address' | 'billing_address'
>;

/** The payment right after the card network approved it. */
export function buildApproved(core: Core, params: PaymentParams, card: SquareCard): WirePayment {
  const base = buildBase(core, params, card);
  return {
    ...base,
    status: 'APPROVED',
    approved_money: params.amount_money,
    capabilities: ['EDIT_AMOUNT_UP', 'EDIT_AMOUNT_DOWN', 'EDIT_TIP_AMOUNT_UP', 'EDIT_TIP_AMOUNT_DOWN'],
    receipt_number: base.id.slice(0, 4),
    card_details: {
      ...base.card_details,
      status: 'AUTHORIZED',
      auth_result_code: newId(6),
      cvv_status: 'CVV_ACCEPTED',
      avs_status: 'AVS_ACCEPTED',
      card_payment_timeline: { authorized_at: base.created_at },
    },
  };
}

export function buildFailed(
  core: Core,
  params: PaymentParams,
  card: SquareCard,
  error: WireError & { code: DeclineCode },
): WirePayment {
  const base = buildBase(core, params, card);
  const isCvv = error.code === 'CVV_FAILURE';
  const isAddress = error.code === 'ADDRESS_VERIFICATION_FAILURE';
  return {
    ...base,
    status: 'FAILED',
    approved_money: { ...params.amount_money, amount: 0 },
    card_details: {
      ...base.card_details,
      status: 'FAILED',
      cvv_status: isCvv ? 'CVV_REJECTED' : 'CVV_ACCEPTED',
      avs_status: isAddress ? 'AVS_REJECTED' : 'AVS_ACCEPTED',
      errors: [{ ...error }],
    },
  };
}

export function asCompleted(core: Core, payment: WirePayment): WirePayment {
  const at = core.state.timestamp();
  const { capabilities: _, ...rest } = payment;
  return touch(core, {
    ...rest,
    status: 'COMPLETED',
    receipt_url: `${core.baseUrl()}/square/receipts/${payment.id}`,
    card_details: {
      ...payment.card_details,
      status: 'CAPTURED',
      card_payment_timeline: { ...payment.card_details.card_payment_timeline, captured_at: at },
    },
  });
}

export function asCanceled(core: Core, payment: WirePayment): WirePayment {
  const at = core.state.timestamp();
  const { capabilities: _, receipt_number: __, receipt_url: ___, processing_fee: ____, ...rest } = payment;
  return touch(core, {
    ...rest,
    status: 'CANCELED',
    card_details: {
      ...payment.card_details,
      status: 'VOIDED',
      card_payment_timeline: { ...payment.card_details.card_payment_timeline, voided_at: at },
    },
  });
}

export function withFee(core: Core, payment: WirePayment): WirePayment {
  const effective_at = core.state.timestamp();
  return touch(core, {
    ...payment,
    processing_fee: [{ effective_at, type: 'INITIAL', amount_money: feeOf(payment.amount_money) }],
  });
}

/** A change of any kind has its own time and version. */
export function touch(core: Core, payment: WirePayment): WirePayment {
  return { ...payment, updated_at: core.state.timestamp(), version_token: newId(44) };
}

function buildBase(
  core: Core,
  params: PaymentParams,
  card: SquareCard,
): Omit<WirePayment, 'status'> & { created_at: string } {
  const { state, seller } = core;
  const created_at = state.timestamp();
  const { amount_money, note, reference_id, customer_id, buyer_email_address, billing_address } = params;
  return {
    id: newId(29),
    created_at,
    updated_at: created_at,
    amount_money,
    total_money: amount_money,
    delay_duration: 'PT168H',
    delay_action: 'CANCEL',
    delayed_until: new Date(state.now() + delayMs).toISOString(),
    source_type: 'CARD',
    card_details: buildCardDetails(core, card),
    location_id: seller.locationId,
    order_id: newId(32),
    application_details: { square_product: 'ECOMMERCE_API', application_id: seller.applicationId },
    version_token: newId(44),
    ...(note !== undefined && { note }),
    ...(reference_id !== undefined && { reference_id }),
    ...(customer_id !== undefined && { customer_id }),
    ...(buyer_email_address !== undefined && { buyer_email_address }),
    ...(billing_address !== undefined && { billing_address }),
  };
}

function buildCardDetails({ seller }: Core, card: SquareCard): WirePayment['card_details'] {
  return {
    card: {
      card_brand: card.brand,
      last_4: card.last4,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      fingerprint: `sq-1-${card.bin}${card.last4}`,
      card_type: 'CREDIT',
      prepaid_type: 'NOT_PREPAID',
      bin: card.bin,
      billing_address: { postal_code: card.postalCode },
    },
    entry_method: 'KEYED',
    statement_description: `SQ *${seller.merchantName.toUpperCase()}`.slice(0, 50),
  };
}

/** 2.9 % and 30 cents. */
const feeOf = ({ amount, currency }: WireMoney): WireMoney => ({
  amount: Math.round(amount * 0.029) + 30,
  currency,
});
