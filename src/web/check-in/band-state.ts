import type { DoorRegistration, validateQr } from '#contract/check-in.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { ParsedOf } from '#contract/route.ts';

/** The person in the result band. `checkedInAt` is today's, if known. */
export type DeskPerson = Pick<
  DoorRegistration,
  | 'id'
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'track'
  | 'dietaryRestrictions'
  | 'isOrganizer'
  | 'eventType'
  | 'checkedInAt'
  | 'notes'
>;

export type BandState =
  | { readonly kind: 'none' }
  | { readonly kind: 'checking' }
  /** May be admitted; `token` came from a ticket. */
  | {
      readonly kind: 'valid';
      readonly person: DeskPerson;
      readonly registrationId: number;
      readonly token: string;
    }
  /** Picked from the list. */
  | { readonly kind: 'chosen'; readonly person: DeskPerson; readonly registrationId: number }
  | { readonly kind: 'admitted'; readonly person: DeskPerson }
  | { readonly kind: 'used'; readonly person: DeskPerson | null; readonly detail: string }
  | { readonly kind: 'refused'; readonly person: DeskPerson | null; readonly message: string }
  /** Unknown, because the call failed. `message` is the server's own, or empty. */
  | { readonly kind: 'failed'; readonly title: string; readonly message: string };

/** The band for a validation's response. */
export function bandOf(response: ParsedOf<typeof validateQr.response>, token: string): BandState {
  const { registration: person } = response;
  if (response.reason === 'already_checked_in') {
    return { kind: 'used', person, detail: response.message };
  }
  if (response.valid && person) return { kind: 'valid', person, registrationId: person.id, token };
  return { kind: 'refused', person, message: response.message };
}

const REFUSED_TICKET: readonly string[] = [
  'ticket_invalid',
  'ticket_not_paid',
  'ticket_wrong_day',
  'ticket_replaced',
  'registration_not_found',
  'changed_meanwhile',
] satisfies ErrorCode[];

/** The band for a refused check-in; null if the refusal isn't about the ticket, so that it can be retried. */
export function bandOfRefusal(
  refusal: { readonly code: string; readonly sentence: string },
  person: DeskPerson | null,
): BandState | null {
  if (refusal.code === 'already_checked_in') return { kind: 'used', person, detail: refusal.sentence };
  if (REFUSED_TICKET.includes(refusal.code)) return { kind: 'refused', person, message: refusal.sentence };
  return null;
}
