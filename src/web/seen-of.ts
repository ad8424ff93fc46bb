import type { Cancellation, SeenPerson } from '#contract/cancel.ts';
import type { SeatChoice } from '#domain/refund.ts';

/** The chosen people as they are shown. */
export function seenOf({ people }: Cancellation, { registrationIds }: SeatChoice): SeenPerson[] {
  return people.flatMap(({ id, firstName, lastName }) =>
    registrationIds.includes(id) ? { id, firstName, lastName } : [],
  );
}
