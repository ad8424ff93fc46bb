import type { Cancellation } from '#contract/cancel.ts';
import { counted } from '#contract/words/counted.ts';
import { fullName, nameAmong } from '#domain/attendee.ts';
import type { SeatChoice } from '#domain/refund.ts';

/** A check box on the page. */
export interface SeatBox {
  readonly key: string;
  /** Null for a seat without a name. */
  readonly registrationId: number | null;
  readonly label: string;
  /** Why it can't be chosen; null if it can. */
  readonly stays: string | null;
}

/** The organizer's first. */
export function seatBoxes({ people, freeSeats }: Cancellation): SeatBox[] {
  const named = people.map((one) => ({
    // Whoever gets a chosen ticket meanwhile wasn't chosen.
    key: `person-${one.id} ${fullName(one)}`,
    registrationId: one.id,
    label: nameAmong(one, people),
    stays: one.isIn ? 'Checked in' : null,
  }));
  const free = Array.from({ length: freeSeats }, (_, index) => ({
    key: `free-${index}`,
    registrationId: null,
    label: 'No name yet',
    stays: null,
  }));
  return [...named, ...free];
}

/** The boxes chosen at first: none, except if there is only one. */
export function onlySeat(cancellation: Cancellation): ReadonlySet<string> {
  const boxes = seatBoxes(cancellation);
  return new Set(boxes.length === 1 ? boxes.map(({ key }) => key) : []);
}

/** The chosen boxes as the call's input. Boxes that no longer exist don't count. */
export function choiceOf(cancellation: Cancellation, chosen: ReadonlySet<string>): SeatChoice {
  const boxes = seatBoxes(cancellation).filter((one) => one.stays === null && chosen.has(one.key));
  const registrationIds = boxes.flatMap((one) => one.registrationId ?? []);
  return { registrationIds, freeSeats: boxes.length - registrationIds.length };
}

/** `Cancel 2 seats and get $40.00 back` */
export function confirmWords(seats: number, amount: string | null): string {
  const what = `Cancel ${counted(seats, 'seat')}`;
  return amount ? `${what} and get ${amount} back` : what;
}
