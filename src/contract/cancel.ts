import * as z from 'zod/mini';
import { REFUND_STATES } from '#domain/order.ts';
import { uuid } from './fields.ts';
import { route } from './route.ts';
import * as cancelWords from './words/cancel-fields.ts';

/** What a cancellation is computed from (`domain/refund.ts`), in cents, with the names that the page shows. */
const cancellation = z.object({
  transactionId: z.string(),
  registrationNumber: z.string(),
  /** The event is past, so nothing can be canceled. */
  isPast: z.boolean(),
  bought: z.object({ seats: z.int(), price: z.int(), total: z.int() }),
  captured: z.int(),
  refunded: z.int(),
  lost: z.int(),
  isDisputed: z.boolean(),
  isRefundedElsewhere: z.boolean(),
  people: z.array(
    z.object({
      id: z.int(),
      firstName: z.string(),
      lastName: z.string(),
      email: z.string(),
      isIn: z.boolean(),
    }),
  ),
  freeSeats: z.int(),
  list: z.array(z.int()),
});
export type Cancellation = z.output<typeof cancellation>;

/** A person as the page showed them. If somebody else has the ticket by now, it isn't canceled. */
export const seenPerson = z.object({
  id: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.optional(z.string()),
});
export type SeenPerson = z.output<typeof seenPerson>;

/** The seats of a paid order that its buyer can cancel. */
export const getCancellation = route({
  method: 'GET',
  path: '/api/order/{transactionId}/cancellation',
  permission: 'anyone',
  response: cancellation,
});

/**
 * Cancels seats and refunds what the rule says. `amount` is what the page showed; another amount is refused. The page
 * creates `refundId`, so that a repeated request is one cancellation.
 */
export const cancelSeats = route({
  method: 'POST',
  path: '/api/order/{transactionId}/cancel',
  permission: 'anyone',
  body: z.object({
    refundId: uuid(cancelWords.refundId),
    amount: z
      .int(cancelWords.amount)
      .check(z.gte(0, cancelWords.amount), z.lte(99_999_999, cancelWords.amount)),
    registrationIds: z._default(z.array(z.int()).check(z.maxLength(10)), []),
    /** Seats without a name. */
    freeSeats: z._default(z.int().check(z.gte(0), z.lte(10)), 0),
    seen: z.optional(z.object({ people: z.array(seenPerson).check(z.maxLength(10)) })),
  }),
  response: z.object({
    /** The amount refunded, in cents, and the number of seats. */
    amount: z.int(),
    seats: z.int(),
    /** The refund's state; null if there is none. */
    state: z.nullable(z.enum(REFUND_STATES)),
    /** What can be canceled now. */
    cancellation,
  }),
});
