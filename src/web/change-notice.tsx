import { type Control, useWatch } from 'react-hook-form';
import type { Registration } from '#contract/orders.ts';
import { personChange } from '#domain/person-change.ts';

type Named = Pick<Registration, 'firstName' | 'lastName' | 'email'>;

/**
 * Announces before saving whether the typed fields correct `before` or describe another person, who gets a new code.
 * `refusal` says instead why they can't be saved.
 */
export function ChangeNotice<Typed extends Named, Output>({
  id,
  before,
  control,
  refusal = null,
}: {
  id?: string;
  before: Named;
  control: Control<Typed, unknown, Output>;
  refusal?: string | null;
}) {
  const after = useWatch({ control }) as Named;
  return (
    <p id={id} role="status" className="text-md text-fg-2">
      {refusal ?? changeWords(before, after)}
    </p>
  );
}

/** The effect of saving; empty while nothing relevant has changed. */
export function changeWords(before: Named, after: Named): string {
  const hasChanged = (['firstName', 'lastName', 'email'] as const).some(
    (field) => before[field] !== after[field].trim(),
  );
  if (!hasChanged) return '';
  if (personChange(before, after) === 'another_person') {
    return `This is another person. ${after.firstName.trim() || 'The new holder'} gets a new ticket, and ${before.firstName}’s stops working immediately.`;
  }
  return before.email === after.email.trim()
    ? 'The same person: the ticket stays as it is.'
    : 'The same person: the ticket stays as it is, and goes to the new address.';
}
