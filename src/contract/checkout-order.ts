import * as z from 'zod/mini';
import { dollarsText } from './dollars.ts';
import { route } from './route.ts';

/** The order that a checkout created, as shown to the browser that made it. */
const checkoutOrder = z.object({
  transactionId: z.string(),
  checkoutId: z.nullable(z.uuid()),
  /** `DSS000042` */
  registrationNumber: z.string(),
  packageLabel: z.string(),
  totalAmount: dollarsText,
  /**
   * `open`: nothing is paid yet, and it can be paid at `url` until `keptUntil`. `unsure`: it is unknown right now
   * whether it is paid. `over`: it ended unpaid, or was refunded.
   */
  state: z.enum(['open', 'paid', 'unsure', 'over']),
  /** False if the provider's response is a few seconds old: too old to say that nothing was charged. */
  isCertain: z.boolean(),
  url: z.nullable(z.string()),
  keptUntil: z.nullable(z.iso.datetime()),
});
export type CheckoutOrder = z.output<typeof checkoutOrder>;

const orderRoute = {
  permission: 'anyone',
  response: z.object({ order: z.nullable(checkoutOrder) }),
} as const;

/**
 * The current order of a checkout. `key` is the checkout's id, or the transaction id of any order it has created. Null
 * if it doesn't exist, and if another browser created it.
 */
export const getCheckout = route({ ...orderRoute, method: 'GET', path: '/api/checkout/{key}' });

/** Closes a checkout's order and releases its seats; returns what became of it. */
export const giveUpCheckout = route({ ...orderRoute, method: 'POST', path: '/api/checkout/{key}/give-up' });

/** `isFinal`: no later use of the card form moves `keptUntil`. */
const heldSeats = z.object({ keptUntil: z.iso.datetime(), isFinal: z.boolean() });
export type HeldSeats = z.output<typeof heldSeats>;

/** Sent while somebody uses the card form of the order with this transaction id, so that its seats stay held. */
export const keepCardForm = route({
  method: 'POST',
  path: '/api/checkout/{key}/keep',
  permission: 'anyone',
  response: heldSeats,
});

/** The latest unpaid order of this browser. */
export const getUnfinishedOrder = route({ ...orderRoute, method: 'GET', path: '/api/unfinished-order' });
