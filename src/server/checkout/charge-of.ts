import { registrationNumber } from '#domain/codes.ts';
import { packageLabel } from '#domain/packages.ts';
import type { Context } from '../context.ts';
import type { AttemptRow, OrderRow } from '../db/tables.ts';
import type { Charge } from '../payments/gateways/gateway.ts';

export type ChargedOrder = Pick<
  OrderRow,
  | 'id'
  | 'transactionId'
  | 'eventType'
  | 'packageSize'
  | 'totalAmount'
  | 'stripeProductId'
  | 'appliedCouponCode'
  | 'organizerEmail'
>;

/** The charge to request from the provider. Built only from stored values, so that a retry is identical. */
export function chargeOf({ content }: Context, order: ChargedOrder, attempt: AttemptRow): Charge {
  return {
    attemptId: attempt.id,
    orderId: order.id,
    transactionId: order.transactionId,
    total: { minor: attempt.amount, currency: attempt.currency },
    description: `${content.event.name}: ${packageLabel(order)}`,
    registrationNumber: registrationNumber(content.event.shortCode, order.id),
    productRef: order.stripeProductId,
    couponCode: order.appliedCouponCode,
    buyerEmail: order.organizerEmail,
    expiresAt: attempt.expiresAt,
  };
}
