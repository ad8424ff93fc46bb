import { PrivacyLink } from '../../privacy-link.tsx';
import { Fieldset } from '../../ui/fieldset.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { US_STATES } from './us-states.ts';
import type { BillingFormState } from './use-billing-form.ts';

/** Name and address as the card's bank knows them. */
export function BillingFields({ form: { field }, isLocked }: { form: BillingFormState; isLocked: boolean }) {
  return (
    <Fieldset legend="Billing details" disabled={isLocked}>
      <div className="mt-3 grid gap-5 sm:grid-cols-6">
        <TextField
          {...field('email')}
          hint="For your receipt."
          type="email"
          inputMode="email"
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="billing email"
          className="sm:col-span-6"
        />
        <TextField {...field('firstName')} autoComplete="billing given-name" className="sm:col-span-3" />
        <TextField {...field('lastName')} autoComplete="billing family-name" className="sm:col-span-3" />
        <TextField
          {...field('addressLine1')}
          autoComplete="billing address-line1"
          className="sm:col-span-6"
        />
        <TextField
          {...field('addressLine2')}
          optional
          autoComplete="billing address-line2"
          className="sm:col-span-6"
        />
        <TextField {...field('locality')} autoComplete="billing address-level2" className="sm:col-span-6" />
        <SelectField
          {...field('administrativeDistrictLevel1')}
          emptyLabel="Choose a state"
          options={US_STATES}
          autoComplete="billing address-level1"
          className="sm:col-span-4"
        />
        <TextField
          {...field('postalCode')}
          inputMode="numeric"
          autoComplete="billing postal-code"
          className="sm:col-span-2"
        />
        <TextField
          name="country"
          label="Country"
          value="United States"
          readOnly
          enterKeyHint="next"
          autoComplete="billing country-name"
          className="sm:col-span-6"
        />
        <p className="text-md sm:col-span-6">
          <PrivacyLink />
        </p>
      </div>
    </Fieldset>
  );
}
