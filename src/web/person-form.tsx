import { useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import { type person, personForm } from '#contract/person.ts';
import { isSamePerson } from '#domain/attendee.ts';
import { asksForSecond } from './api-errors.ts';
import { TextField } from './ui/text-field.tsx';
import { useCallForm } from './use-call-form.ts';

type Person = z.output<typeof person>;
export type TypedPerson = z.input<typeof personForm>;
export type CheckedPerson = z.output<typeof personForm>;

const NOBODY: TypedPerson = { firstName: '', lastName: '', email: '', track: '', dietaryRestrictions: '' };

/** A stored person as a form shows it. */
export function fieldsOf({
  firstName,
  lastName,
  email,
  track,
  dietaryRestrictions,
}: Person & { readonly dietaryRestrictions: string | null }): TypedPerson {
  return { firstName, lastName, email, track: track ?? '', dietaryRestrictions: dietaryRestrictions ?? '' };
}

/** A form for whoever gets a ticket. `seen` has the person whose details it corrects. */
export function usePersonForm(refusal: unknown, seen?: Partial<TypedPerson>) {
  return useCallForm({
    schema: personForm,
    initial: { ...NOBODY, ...seen },
    follows: seen !== undefined,
    refusal,
  });
}

/**
 * Whether the server asks if the person who was `sent` is a second one with this name and email. Once either is changed,
 * the question no longer applies.
 */
export function useAsksForSecond(
  { error, sent }: { readonly error: unknown; readonly sent: CheckedPerson | undefined },
  { form }: ReturnType<typeof usePersonForm>,
): boolean {
  const typed = useWatch({ control: form.control }) as TypedPerson;
  return asksForSecond(error) && sent !== undefined && isSamePerson(sent, typed);
}

/** Name and email address. The browser suggests the visitor's own if `isVisitor`. */
export function NameAndEmail({
  form: { field },
  isVisitor,
  emailHint,
}: {
  form: ReturnType<typeof usePersonForm>;
  isVisitor: boolean;
  emailHint: string | undefined;
}) {
  const own = (name: string) => (isVisitor ? name : 'off');
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="First name" autoComplete={own('given-name')} {...field('firstName')} />
        <TextField label="Last name" autoComplete={own('family-name')} {...field('lastName')} />
      </div>
      <TextField
        label="Email"
        hint={emailHint}
        type="email"
        inputMode="email"
        autoComplete={own('email')}
        autoCapitalize="none"
        spellCheck={false}
        {...field('email')}
      />
    </>
  );
}
