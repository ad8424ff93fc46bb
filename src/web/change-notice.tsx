import { type Control, useWatch } from 'react-hook-form';
import type { Registration } from '#contract/orders.ts';
import { REFUSAL_WORDS } from '#contract/words/refusals.ts';
import { emailKey, fullName } from '#domain/attendee.ts';
import { changedHalf, personChange, renewsCode } from '#domain/person-change.ts';

type Named = Pick<Registration, 'firstName' | 'lastName' | 'email'>;

/**
 * Announces before saving whether the typed fields correct `before` or describe another person, and whose code changes.
 * `refusal` says instead why they can't be saved.
 */
export function ChangeNotice<Typed extends Named, Output>({
  id,
  before,
  control,
  keepsCode,
  mayBeRenamed = false,
  refusal,
}: {
  id?: string;
  before: Named;
  control: Control<Typed, unknown, Output>;
  /** The code stays when the address is corrected: by its holder, or for somebody who is checked in. */
  keepsCode: boolean;
  /** For holders, who don't know whether somebody else corrected the name (R-TICKET-3). */
  mayBeRenamed?: boolean;
  refusal: string | null;
}) {
  const after = useWatch({ control }) as Named;
  return (
    <p id={id} role="status" className="text-md text-fg-2">
      {refusal ?? changeWords(before, after, keepsCode, mayBeRenamed)}
    </p>
  );
}

/** Why the buyer and staff can't save what is typed: somebody who is checked in keeps the ticket (R-TEAM-4). */
export function useTooLate<Typed extends Named, Output>(
  before: (Named & { readonly isIn: boolean }) | null,
  control: Control<Typed, unknown, Output>,
): string | null {
  const after = useWatch({ control }) as Named;
  if (!before?.isIn || personChange(before, after) !== 'another_person') return null;
  return REFUSAL_WORDS.replacedAfterCheckIn(fullName(before));
}

/** The effect of saving; empty while nothing relevant has changed. */
export function changeWords(before: Named, after: Named, keepsCode: boolean, mayBeRenamed = false): string {
  const hasChanged = (['firstName', 'lastName', 'email'] as const).some(
    (field) => before[field] !== after[field].trim(),
  );
  if (!hasChanged) return '';
  if (personChange(before, after) === 'another_person') {
    return `This is a different person. ${after.firstName.trim() || 'The new holder'} gets a new ticket, and ${before.firstName}’s stops working immediately.`;
  }
  const typed = { ...after, email: after.email.trim() };
  if (renewsCode(before, typed, keepsCode))
    return 'This is the same person: a new ticket goes to the new address, and the old one stops working immediately.';
  if (!keepsCode && changedHalf(before, typed) === 'name')
    return 'This is the same person: the ticket stays as it is. But if its holder has changed the address, a new ticket goes to that address.';
  if (emailKey(before.email) === emailKey(typed.email))
    return 'This is the same person: the ticket stays as it is.';
  const moved = 'This is the same person: the ticket stays as it is, and goes to the new address.';
  return mayBeRenamed
    ? `${moved} But if someone else has changed the name, a new ticket goes there, and this one stops working immediately.`
    : moved;
}
