import * as z from 'zod/mini';
import { CASE_DECISIONS, CASE_KINDS, REFUND_STATES } from '#domain/order.ts';
import { seenPerson } from './cancel.ts';
import { optionalText, uuid } from './fields.ts';
import { optionalLines } from './optional-lines.ts';
import { route } from './route.ts';
import * as deskWords from './words/desk-fields.ts';
import * as fieldWords from './words/fields.ts';

const refund = z.object({
  id: z.string(),
  amount: z.int(),
  state: z.enum(REFUND_STATES),
  requestedBy: z.string(),
  createdAt: z.string(),
  note: z.nullable(z.string()),
});

/** Amounts in cents. `lost` is what disputes took, and `refundable` what can still be refunded. */
const orderRefunds = z.object({
  captured: z.int(),
  refunded: z.int(),
  lost: z.int(),
  refundable: z.int(),
  disputed: z.boolean(),
  refunds: z.array(refund),
});
export type OrderRefunds = z.output<typeof orderRefunds>;

export const listRefunds = route({
  method: 'GET',
  path: '/api/admin/orders/{id}/refunds',
  permission: 'admin',
  response: orderRefunds,
});

/**
 * Refunds part or all of the payment, or cancels seats without a refund. The page creates `refundId`, so that a retry
 * makes no second refund. With `seen`, a refund is refused if another amount is left by now, or if
 * other people have the tickets.
 */
export const refundOrder = route({
  method: 'POST',
  path: '/api/admin/orders/{id}/refund',
  permission: 'admin',
  body: z
    .object({
      refundId: uuid(deskWords.refundId),
      /** With 0, the chosen seats are canceled without a refund. */
      amount: z
        .int(deskWords.refundAmount)
        .check(z.gte(0, deskWords.refundAboveZero), z.lte(99_999_999, fieldWords.amountTooLarge)),
      /** People whose tickets are canceled. */
      registrationIds: z._default(z.array(z.int()).check(z.maxLength(10)), []),
      /** Unnamed seats to return as well. */
      freeSeats: z._default(z.int().check(z.gte(0), z.lte(10)), 0),
      reason: z._default(z.enum(['buyer', 'fraud'], deskWords.refundReason), 'buyer'),
      note: z.optional(optionalText(500)),
      /**
       * What was left to refund as it was shown, in cents: it decides whether all tickets end. `people` are those
       * whose tickets end, as they were shown: the chosen ones, or all of the order.
       */
      seen: z.optional(
        z.object({ refundable: z.int(), people: z.optional(z.array(seenPerson).check(z.maxLength(10))) }),
      ),
    })
    .check(
      z.refine(
        ({ amount, registrationIds, freeSeats }) => amount > 0 || registrationIds.length + freeSeats > 0,
        {
          error: deskWords.refundAboveZero,
          path: ['amount'],
        },
      ),
    ),
  response: orderRefunds,
});

const paymentCase = z.object({
  id: z.int(),
  kind: z.enum(CASE_KINDS),
  subject: z.string(),
  orderId: z.nullable(z.int()),
  /** The order's buyer and its total in cents; null if there is no such order, or no longer. */
  order: z.nullable(z.object({ buyer: z.string(), email: z.string(), total: z.int() })),
  details: z.record(z.string(), z.unknown()),
  /** What may be decided in an open case, safest first. */
  decisions: z.array(z.enum(CASE_DECISIONS)),
  /**
   * What a refund would return, in cents; whether that is all that is left, so that all tickets end; and how many seats
   * end otherwise.
   */
  refund: z.nullable(z.object({ amount: z.int(), isWhole: z.boolean(), seats: z.int() })),
  /** Refunds under way leave nothing of the order's money, so an open case can't be accepted. */
  isBeingRefunded: z.boolean(),
  /** The order has no tickets, and the bank has taken all of its money back. */
  isLost: z.boolean(),
  openedAt: z.string(),
  resolvedAt: z.nullable(z.string()),
  resolvedBy: z.nullable(z.string()),
  /** The decision and its author's note. For a case that closed by itself, the note is the reason. */
  decision: z.nullable(z.enum(CASE_DECISIONS)),
  note: z.nullable(z.string()),
});
export type PaymentCase = z.output<typeof paymentCase>;

/** Cases that need a person: open ones first, then the most recently resolved. */
export const listPaymentCases = route({
  method: 'GET',
  path: '/api/admin/payment-cases',
  permission: 'admin',
  response: z.array(paymentCase),
});

/**
 * `accept` issues the tickets of the order under review, `refund` returns the case's amount if its refund is still
 * what was shown, `dismiss` only closes the case.
 */
export const resolvePaymentCase = route({
  method: 'POST',
  path: '/api/admin/payment-cases/{id}/resolve',
  permission: 'admin',
  body: z
    .object({
      decision: z.enum(CASE_DECISIONS, deskWords.decision),
      note: z.optional(optionalLines(500)),
      /** The case's refund as it was shown, as in `paymentCase`; with `refund` only. */
      amount: z.optional(z.int(deskWords.shownRefund)),
      isWhole: z.optional(z.boolean(deskWords.shownRefund)),
      seats: z.optional(z.int(deskWords.shownRefund)),
    })
    .check(
      z.refine(
        ({ decision, amount, isWhole, seats }) =>
          decision !== 'refund' || (amount !== undefined && isWhole !== undefined && seats !== undefined),
        { error: deskWords.shownRefund, path: ['amount'] },
      ),
    ),
  response: paymentCase,
});
