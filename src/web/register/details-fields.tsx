import { TRACK_NAMES } from '#contract/words/tracks.ts';
import { TRACKS, type Track } from '#domain/packages.ts';
import { PrivacyLink } from '../privacy-link.tsx';
import { EmailField } from '../team/email-field.tsx';
import { Fieldset } from '../ui/fieldset.tsx';
import { RadioCards } from '../ui/radio-cards.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useSale } from '../use-sale.ts';
import { useForm, useFormField } from './form-field.ts';

const TRACK_DESCRIPTIONS: Record<Track, string> = {
  caregivers: 'For parents, grandparents and anyone raising a child.',
  professionals: 'For those who work with children, families or platforms.',
};

/** The fields of the person who registers, who also has the first seat. */
export function DetailsFields() {
  const field = useFormField();
  const { change } = useForm();
  const { isOnToday, isOver } = useSale();
  // Until the day before (R-TICKET-2).
  const later = isOnToday || isOver ? '' : ' You can change this later.';
  return (
    <Fieldset legend="Your details">
      <div className="mt-3 grid gap-5 sm:grid-cols-2">
        <TextField {...field('firstName')} label="First name" autoComplete="given-name" enterKeyHint="next" />
        <TextField {...field('lastName')} label="Last name" autoComplete="family-name" enterKeyHint="next" />
        <EmailField
          {...field('email')}
          onTake={(address) => change('email', address)}
          label="Email"
          hint="We’ll email your ticket to this address."
          autoComplete="email"
          className="sm:col-span-2"
        />
        <TextField
          {...field('phone')}
          label="Phone"
          type="tel"
          hint="For questions about your order, and to find you at check-in."
          autoComplete="tel"
          enterKeyHint="next"
          className="sm:col-span-2"
        />
        <TextField
          {...field('organization')}
          label="Organization"
          optional
          autoComplete="organization"
          enterKeyHint="next"
        />
        <TextField
          {...field('jobTitle')}
          label="Job title"
          optional
          autoComplete="organization-title"
          enterKeyHint="next"
        />
        <RadioCards
          {...field('track')}
          legend="Track"
          hint={`Which breakout sessions suit you?${later}`}
          columns={2}
          className="sm:col-span-2"
          options={TRACKS.map((value) => ({
            value,
            label: TRACK_NAMES[value],
            description: TRACK_DESCRIPTIONS[value],
          }))}
        />
        <TextField
          {...field('dietaryRestrictions')}
          label="Dietary needs"
          optional
          hint="Lunch is included. Tell us about allergies and other dietary needs."
          autoComplete="off"
          enterKeyHint="done"
          className="sm:col-span-2"
        />
        <p className="text-md sm:col-span-2">
          <PrivacyLink />
        </p>
      </div>
    </Fieldset>
  );
}
