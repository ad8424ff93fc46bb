import * as z from 'zod/mini';
import { eventType } from './checkout.ts';
import { route } from './route.ts';

const hold = z.object({
  orderId: z.int(),
  organizerFirstName: z.string(),
  organizerLastName: z.string(),
  eventType,
  seats: z.int(),
  /** Null while a payment that can't be stopped is pending. */
  heldUntil: z.nullable(z.iso.datetime()),
  /** Equal marks mean the same address or the same browser, without revealing which. Null if unknown. */
  addressMark: z.nullable(z.string()),
  browserMark: z.nullable(z.string()),
});
export type Hold = z.output<typeof hold>;

/** What unpaid orders hold, grouped by address, the address with the most seats first. */
export const listHolds = route({
  method: 'GET',
  path: '/api/admin/holds',
  permission: 'admin',
  response: z.array(hold),
});
