import { newId } from '#sandbox/new-id.ts';
import type { DeclineCode } from './cards.ts';
import type { Core } from './core.ts';
import type { WireError } from './refusal.ts';
import type { SquareCard, WireMoney, WirePayment } from './state.ts';

/** What a payment copies from the call that creates it. */
type PaymentParams = Pick<
  WirePayment,
  'amount_money' | 'note' | 'reference_id' | 'buyer_email_address' | 'billing_address'
>;

/** The payment right after the card network approved it. */
export function buildApproved(core: Core, params: PaymentParams, card: SquareCard): WirePayment {
  return { ...buildBase(core, params, card, 'AUTHORIZED'), status: 'APPROVED' };
}

export function buildFailed(
  core: Core,
  params: PaymentParams,
  card: SquareCard,
  error: WireError & { code: DeclineCode },
): WirePayment {
  const base = buildBase(core, params, card, 'FAILED');
  return { ...base, status: 'FAILED', card_details: { ...base.card_details, errors: [{ ...error }] } };
}

export function asCompleted(payment: WirePayment): WirePayment {
  return { ...payment, status: 'COMPLETED', card_details: { ...payment.card_details, status: 'CAPTURED' } };
}

export function asCanceled({ processing_fee: _, ...payment }: WirePayment): WirePayment {
  return { ...payment, status: 'CANCELED', card_details: { ...payment.card_details, status: 'VOIDED' } };
}

export function withFee({ state }: Core, payment: WirePayment): WirePayment {
  const fee = { effective_at: state.timestamp(), type: 'INITIAL', amount_money: feeOf(payment.amount_money) };
  return { ...payment, processing_fee: [fee] };
}

function buildBase(
  { state, seller }: Core,
  params: PaymentParams,
  card: SquareCard,
  status: 'AUTHORIZED' | 'FAILED',
): Omit<WirePayment, 'status'> & { created_at: string } {
  const { amount_money, note, reference_id, buyer_email_address, billing_address } = params;
  return {
    id: newId('', 29),
    created_at: state.timestamp(),
    amount_money,
    total_money: amount_money,
    card_details: {
      status,
      card: { card_brand: card.brand, last_4: card.last4, exp_month: card.expMonth, exp_year: card.expYear },
    },
    location_id: seller.locationId,
    note,
    reference_id,
    buyer_email_address,
    billing_address,
  };
}

/** 2.9% and 30 cents. */
const feeOf = ({ amount, currency }: WireMoney): WireMoney => ({
  amount: Math.round(amount * 0.029) + 30,
  currency,
});
