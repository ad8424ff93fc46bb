import type { Order, Registration } from '#contract/orders.ts';

/** The order's data on a ticket. */
export type ShownOrder = Pick<Order, 'registrationNumber' | 'eventType'>;

/** A person's ticket, as shown at the door. */
export type ShownTicket = Pick<
  Registration,
  'id' | 'firstName' | 'lastName' | 'track' | 'qrCodeData' | 'qrCodeImage'
>;
