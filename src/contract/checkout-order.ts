import * as z from 'zod/mini';
import { dollarsText } from './dollars.ts';
import { route } from './route.ts';

/** The order that a checkout has led to, as the browser that made it may see it. */
const checkoutOrder = z.object({
  transactionId: z.string(),
  checkoutId: z.nullable(z.uuid()),
  /** `DSS000042` */
  registrationNumber: z.string(),
  packageLabel: z.string(),
  totalAmount: dollarsText,
  /**
   * `open`: the provider has no money for it, and it can be paid at `url` until `keptUntil`. `unsure`: nobody knows just
   * now whether it is paid. `over`: it came to nothing, or the money went back.
   */
  standing: z.enum(['open', 'paid', 'unsure', 'over']),
  /** False when the provider was asked a few seconds ago and not just now: too old to say that nothing was charged. */
  isCertain: z.boolean(),
  url: z.nullable(z.string()),
  keptUntil: z.nullable(z.iso.datetime()),
});
export type CheckoutOrder = z.output<typeof checkoutOrder>;

const checkoutAnswer = z.object({ order: z.nullable(checkoutOrder) });

/**
 * The order that stands for a checkout now. `key` is the checkout's id, or the transaction id of any order that it has led
 * to. Null alike for what does not exist and for what another browser has made.
 */
export const getCheckout = route({
  method: 'GET',
  path: '/api/checkout/{key}',
  permission: 'anyone',
  response: checkoutAnswer,
});

/** Closes the order of a checkout and frees its seats; answers with what became of it. */
export const giveUpCheckout = route({
  method: 'POST',
  path: '/api/checkout/{key}/give-up',
  permission: 'anyone',
  response: checkoutAnswer,
});

/** Somebody uses the card form of the order with that transaction id: its seats are held on, until `keptUntil`. */
export const keepCardForm = route({
  method: 'POST',
  path: '/api/checkout/{key}/keep',
  permission: 'anyone',
  response: z.object({ keptUntil: z.iso.datetime() }),
});

/** The latest order of this browser that waits to be paid. */
export const getUnfinishedOrder = route({
  method: 'GET',
  path: '/api/unfinished-order',
  permission: 'anyone',
  response: checkoutAnswer,
});
