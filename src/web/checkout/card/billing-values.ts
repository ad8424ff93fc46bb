import type { PendingRegistration } from '#contract/checkout.ts';
import type { Order } from '#contract/orders.ts';
import { type BillingForm, billingForm } from '#contract/square.ts';
import { emailKey } from '#domain/attendee.ts';
import type { CardField } from './use-card-field.ts';

/** In their order on the page; each key is also the field's `name` and `id`. */
export const billingLabels = {
  email: 'Email',
  firstName: 'First name',
  lastName: 'Last name',
  addressLine1: 'Address',
  addressLine2: 'Address line 2',
  locality: 'City',
  administrativeDistrictLevel1: 'State',
  postalCode: 'ZIP code',
};

export type BillingField = keyof typeof billingLabels;
/** As typed; blank is the empty string. */
export type BillingValues = Readonly<Record<BillingField, string>>;
export type BillingProblems = ReadonlyMap<BillingField, string>;

const FIELDS = Object.keys(billingLabels) as BillingField[];

/** What is already known about the buyer, so that nobody types it twice. */
export function knownBilling(order: Order, pending: PendingRegistration | null): BillingValues {
  const isSameBuyer = pending && emailKey(pending.email) === emailKey(order.organizerEmail);
  const { firstName, lastName, email } = isSameBuyer
    ? pending
    : { firstName: order.organizerFirstName, lastName: order.organizerLastName, email: order.organizerEmail };
  return {
    email,
    firstName,
    lastName,
    addressLine1: '',
    addressLine2: '',
    locality: '',
    administrativeDistrictLevel1: '',
    postalCode: '',
  };
}

const LIST = new Intl.ListFormat('en');

/** Why the button can't pay yet: a required field is blank, or the card field isn't ready. Null if it can. */
export function whatIsMissing(values: BillingValues, card: CardField['status']): string | null {
  const blank = FIELDS.filter((field) => field !== 'addressLine2' && values[field].trim() === '');
  if (blank.length > 0) return `Still needed: ${LIST.format(blank.map((field) => billingLabels[field]))}.`;
  if (card === 'loading') return 'The card field is still loading.';
  return card === 'failed' ? 'The card field could not be loaded.' : null;
}

/** Checks the form against the contract's schema. */
export function checkBilling(
  values: BillingValues,
): { ok: true; billing: BillingForm } | { ok: false; problems: BillingProblems } {
  const parsed = billingForm.safeParse({ ...values, country: 'US' });
  if (parsed.success) return { ok: true, billing: parsed.data };
  const problems = new Map<BillingField, string>();
  for (const { path, message } of parsed.error.issues) {
    const field = path[0] as BillingField;
    if (!problems.has(field)) problems.set(field, message);
  }
  return { ok: false, problems };
}

/** The problems that the server found, by field; it names them like `billingData.postalCode`. */
export function problemsFromServer(fields: Readonly<Record<string, string>>): BillingProblems {
  return new Map(
    FIELDS.flatMap((field) => {
      const message = fields[`billingData.${field}`];
      return message ? [[field, message] as const] : [];
    }),
  );
}
