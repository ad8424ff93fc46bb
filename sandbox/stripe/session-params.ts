import * as z from 'zod';
import { currency, integer, list, metadata, text } from './params.ts';

const lineItem = z.strictObject({
  price_data: z.strictObject({
    currency,
    product: text.optional(),
    product_data: z.strictObject({ name: text }).optional(),
    unit_amount: integer,
  }),
  quantity: integer,
});

/** The account's prefix on statements; see https://docs.stripe.com/get-started/account/statement-descriptors */
export const STATEMENT_PREFIX = 'SANDBOX CO';

const descriptorSuffix = z
  .string()
  .max(22 - STATEMENT_PREFIX.length - '* '.length)
  .regex(/[a-z]/i)
  .regex(/^[^<>\\'"*]+$/);

/** The parameters that the site sends. Others are refused as unknown. */
export const createSessionParams = z.strictObject({
  adaptive_pricing: z.strictObject({ enabled: z.stringbool() }).optional(),
  allowed_payment_method_types: list(z.enum(['card', 'us_bank_account'])).optional(),
  cancel_url: text.optional(),
  client_reference_id: text.optional(),
  customer_email: text.optional(),
  expires_at: integer.optional(),
  line_items: list(lineItem),
  metadata,
  mode: z.literal('payment'),
  payment_intent_data: z
    .strictObject({
      description: text.optional(),
      metadata,
      statement_descriptor_suffix: descriptorSuffix.optional(),
    })
    .optional(),
  success_url: text,
});

export type CreateSession = z.output<typeof createSessionParams>;
export type LineItemParams = CreateSession['line_items'][number];
