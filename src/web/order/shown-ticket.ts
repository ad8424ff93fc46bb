import type { Order, Registration } from '#contract/orders.ts';

/** What a ticket shows of its order. */
export type ShownOrder = Pick<Order, 'registrationNumber' | 'eventType'>;

/** A person's ticket as it is shown at the door. */
export type ShownTicket = Pick<
  Registration,
  'id' | 'firstName' | 'lastName' | 'track' | 'qrCodeData' | 'qrCodeImage'
>;
