-- Two providers, refunds of single tickets, disputes, the provider's catalog and its coupons.

ALTER TABLE orders
  -- How many of the team_member_count seats were returned by refunds.
  ADD COLUMN seats_returned integer NOT NULL DEFAULT 0,
  -- A dispute is a flag, not a status: tickets stay valid while it is open.
  ADD COLUMN disputed_at timestamptz,
  -- Why staff must review it; null if they needn't.
  ADD COLUMN review_reason text,
  -- The catalog product that the order's price comes from, if one is mapped.
  ADD COLUMN stripe_product_id text,
  ADD COLUMN stripe_price_id text,
  ADD COLUMN stripe_promotion_code_id text,
  ADD CONSTRAINT orders_return_what_they_hold CHECK (seats_returned BETWEEN 0 AND team_member_count);

-- When the ticket was refunded: the person stays in the order's history, but not at the door or in guest lists.
ALTER TABLE registrations ADD COLUMN voided_at timestamptz;

-- A hash of the attempt's single-use card token, to tell a retry from a new card.
ALTER TABLE payment_attempts ADD COLUMN token_print text;

ALTER TABLE refunds
  ADD COLUMN registration_ids integer[] NOT NULL DEFAULT '{}',
  -- Seats that the refund returns, including those of registration_ids.
  ADD COLUMN seats integer NOT NULL DEFAULT 0 CHECK (seats >= 0),
  ADD COLUMN note text;

ALTER TABLE payment_ledger DROP CONSTRAINT payment_ledger_kind_check;
ALTER TABLE payment_ledger ADD CONSTRAINT payment_ledger_kind_check
  CHECK (kind IN ('capture', 'refund', 'refund_reversal', 'dispute', 'dispute_reversal'));

CREATE TABLE disputes (
  provider text NOT NULL,
  ref text NOT NULL,
  order_id integer NOT NULL,
  money_ref text NOT NULL,
  amount integer NOT NULL,
  currency text NOT NULL,
  state text NOT NULL CHECK (state IN ('open', 'won', 'lost')),
  opened_at timestamptz NOT NULL,
  closed_at timestamptz,
  PRIMARY KEY (provider, ref)
);
CREATE INDEX disputes_order ON disputes (order_id);

-- The review list: cases that the site can't decide by itself, until staff resolve them.
CREATE TABLE payment_cases (
  id serial PRIMARY KEY,
  kind text NOT NULL,
  -- The subject of the case: the id of an order, a provider's payment or a refund, or a day.
  subject text NOT NULL,
  order_id integer,
  details jsonb NOT NULL DEFAULT '{}',
  opened_at timestamptz NOT NULL,
  resolved_at timestamptz,
  resolved_by text,
  resolution text
);
CREATE UNIQUE INDEX payment_cases_one_open ON payment_cases (kind, subject) WHERE resolved_at IS NULL;
CREATE INDEX payment_cases_order ON payment_cases (order_id);

-- The mirror of the card provider's catalog, as of seen_at: checkout reads it and never waits for the provider.
CREATE TABLE catalog_products (
  id text PRIMARY KEY,
  name text NOT NULL,
  description text,
  active boolean NOT NULL,
  default_price_id text,
  metadata jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  seen_at timestamptz NOT NULL
);

CREATE TABLE catalog_prices (
  id text PRIMARY KEY,
  product_id text NOT NULL,
  unit_amount integer,
  currency text NOT NULL,
  active boolean NOT NULL,
  created_at timestamptz NOT NULL,
  seen_at timestamptz NOT NULL
);
CREATE INDEX catalog_prices_product ON catalog_prices (product_id);

-- Coupons of the card provider. Its own count and ours are kept apart: orders are charged net, so the provider
-- counts only the uses outside this site. usage_count and held_count are as in coupons.
CREATE TABLE provider_coupons (
  id text PRIMARY KEY,
  name text,
  percent_off numeric(6,3),
  amount_off integer,
  currency text,
  max_redemptions integer,
  times_redeemed integer NOT NULL DEFAULT 0,
  redeem_by timestamptz,
  valid boolean NOT NULL,
  product_ids text[] NOT NULL DEFAULT '{}',
  usage_count integer NOT NULL DEFAULT 0,
  held_count integer NOT NULL DEFAULT 0 CHECK (held_count >= 0),
  seen_at timestamptz NOT NULL
);

CREATE TABLE provider_promotion_codes (
  id text PRIMARY KEY,
  code text NOT NULL,
  coupon_id text NOT NULL,
  active boolean NOT NULL,
  max_redemptions integer,
  times_redeemed integer NOT NULL DEFAULT 0,
  expires_at timestamptz,
  minimum_amount integer,
  usage_count integer NOT NULL DEFAULT 0,
  held_count integer NOT NULL DEFAULT 0 CHECK (held_count >= 0),
  seen_at timestamptz NOT NULL
);
CREATE INDEX provider_promotion_codes_code ON provider_promotion_codes (upper(code));
