import * as z from 'zod/mini';
import { email, firstName, lastName, optionalText, requiredText } from './fields.ts';
import { route } from './route.ts';
import * as billingWords from './words/billing.ts';

/** The billing form on the card page; field names are the provider's. */
export const billingForm = z.object({
  email,
  firstName,
  lastName,
  addressLine1: requiredText(billingWords.address, 200),
  addressLine2: z.optional(optionalText(200)),
  locality: requiredText(billingWords.city, 100),
  administrativeDistrictLevel1: requiredText(billingWords.state, 100),
  postalCode: z
    .string(billingWords.zipCode)
    .check(
      z.trim(),
      z.minLength(1, billingWords.zipCode),
      z.regex(/^\d{5}(-\d{4})?$/, billingWords.zipCodeDigits),
    ),
  country: z.literal('US', billingWords.country),
});
export type BillingForm = z.output<typeof billingForm>;

/** Charges the order once. `amount` in cents is only compared with the order's own (R-PRICE-1). */
export const processSquarePayment = route({
  method: 'POST',
  path: '/api/square/process-payment',
  permission: 'anyone',
  body: z.object({
    /** The card token, valid for one payment. */
    sourceId: requiredText(billingWords.cardDetails, 400),
    catalogItemId: z.optional(z.string().check(z.maxLength(255))),
    /** The order's transaction id. */
    orderId: requiredText(billingWords.order, 64),
    amount: z.int(billingWords.amountInCents),
    itemName: z.optional(z.string().check(z.maxLength(255))),
    billingData: billingForm,
    /** The stored registration. Ignored, because the order has its own copy. */
    registrationData: z.optional(z.unknown()),
  }),
  /** Anything but `success: true` means a failed payment, whatever the status. */
  response: z.object({ success: z.boolean(), message: z.string(), transactionId: z.string() }),
});
