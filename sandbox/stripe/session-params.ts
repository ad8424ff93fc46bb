import { pagingByTime } from './pages.ts';
import {
  atLeast,
  currency,
  flag,
  hash,
  instant,
  list,
  metadata,
  oneOf,
  type Param,
  text,
  url,
} from './params.ts';
import { invalid } from './refusal.ts';

const priceData = hash(
  { currency, product: text, product_data: hash({ name: text }, 'name'), unit_amount: atLeast(0) },
  'currency',
  'unit_amount',
);

const lineItem = hash({ price_data: priceData, quantity: atLeast(1) }, 'price_data', 'quantity');

/** The account's prefix on statements; see https://docs.stripe.com/get-started/account/statement-descriptors */
export const STATEMENT_PREFIX = 'SANDBOX CO';

const descriptorSuffix: Param<string> = (value, name) => {
  const read = text(value, name);
  const room = 22 - STATEMENT_PREFIX.length - '* '.length;
  if (read.length > room)
    throw invalid(`The statement descriptor suffix can be up to ${room} characters.`, undefined, name);
  if (!/[a-z]/i.test(read) || !/^[\x20-\x7e]+$/.test(read) || /[<>\\'"*]/.test(read))
    throw invalid(
      'The statement descriptor suffix must contain a Latin letter and none of the characters <>\\\'"*.',
      undefined,
      name,
    );
  return read;
};

/** The parameters that the site sends. Others are refused as unknown. */
export const createSessionParams = hash(
  {
    adaptive_pricing: hash({ enabled: flag }),
    allowed_payment_method_types: list(oneOf('card', 'us_bank_account')),
    cancel_url: url,
    client_reference_id: text,
    customer_email: text,
    expires_at: instant,
    line_items: list(lineItem),
    metadata,
    mode: oneOf('payment'),
    payment_intent_data: hash({ description: text, metadata, statement_descriptor_suffix: descriptorSuffix }),
    success_url: url,
  },
  'mode',
  'line_items',
  'success_url',
);

export const listSessionsParams = hash(pagingByTime);

export type CreateSession = ReturnType<typeof createSessionParams>;
export type LineItemParams = CreateSession['line_items'][number];
