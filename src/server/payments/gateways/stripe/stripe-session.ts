import type Stripe from 'stripe';
import type { Charge } from '../gateway.ts';

/** A statement has 22 characters: an account's prefix takes up to ten, `* ` two. */
const DESCRIPTOR_ROOM = 10;

export function sessionOf(
  charge: Charge,
  urls: { success: string; cancel: string },
  installation: string,
): Stripe.Checkout.SessionCreateParams {
  const ours = {
    order_id: String(charge.orderId),
    attempt_id: charge.attemptId,
    installation,
    // The discount is ours and already in the amount; the name only helps somebody who looks it up at Stripe.
    ...(charge.couponCode && { coupon_code: charge.couponCode }),
  };
  return {
    mode: 'payment',
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: charge.total.currency,
          unit_amount: charge.total.minor,
          ...(charge.productRef
            ? { product: charge.productRef }
            : { product_data: { name: charge.description } }),
        },
      },
    ],
    customer_email: charge.buyerEmail,
    client_reference_id: charge.transactionId,
    metadata: ours,
    // Cards and card wallets only: a method that takes days would hold seats for days.
    allowed_payment_method_types: ['card'],
    // In the buyer's own currency, the amount would differ from the order's.
    adaptive_pricing: { enabled: false },
    payment_intent_data: {
      metadata: ours,
      description: `${charge.description} (${charge.registrationNumber})`,
      statement_descriptor_suffix: charge.registrationNumber.slice(-DESCRIPTOR_ROOM),
    },
    expires_at: Math.floor(charge.expiresAt.getTime() / 1000),
    success_url: urls.success,
    cancel_url: urls.cancel,
  };
}
