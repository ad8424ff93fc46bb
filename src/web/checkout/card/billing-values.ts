import type { PendingRegistration } from '#contract/checkout.ts';
import type { Order } from '#contract/orders.ts';
import { type BillingForm, billingForm } from '#contract/square.ts';

/** In their order on the page; each key is also the field's `name` and `id`. */
const LABELS = {
  email: 'Email',
  firstName: 'First name',
  lastName: 'Last name',
  addressLine1: 'Address',
  addressLine2: 'Address line 2',
  locality: 'City',
  administrativeDistrictLevel1: 'State',
  postalCode: 'ZIP code',
} as const;

export type BillingField = keyof typeof LABELS;
/** As typed; blank is the empty string. */
export type BillingValues = Readonly<Record<BillingField, string>>;
export type BillingProblems = ReadonlyMap<BillingField, string>;

export const billingLabels: Readonly<Record<BillingField, string>> = LABELS;
const FIELDS = Object.keys(LABELS) as BillingField[];

/** What is already known about the buyer, so that nobody types it twice. */
export function knownBilling(order: Order, pending: PendingRegistration | null): BillingValues {
  const isSameBuyer = pending?.email.toLowerCase() === order.organizerEmail.toLowerCase();
  const { firstName, lastName, email } = isSameBuyer
    ? pending!
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

/** The required fields that are still blank. */
export function blankFields(values: BillingValues): BillingField[] {
  return FIELDS.filter((field) => field !== 'addressLine2' && values[field].trim() === '');
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
