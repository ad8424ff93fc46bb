/** More declined cards look like card testing (R-ORDER-8). */
const DECLINES_OF_ORDER = 10;
/** Buyers at a school share an IP address; a person rarely has more than a few cards. */
export const DECLINES_PER_HOUR = { browser: 20, ip: 30 } as const;

/** Whether an order accepts another card after this many were declined. */
export function mayTryAnotherCard(declines: number): boolean {
  return declines < DECLINES_OF_ORDER;
}
