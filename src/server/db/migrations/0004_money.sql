-- Payments with two providers, refunds, disputes, coupons, and the card provider's catalog.

-- One attempt to pay an order; its id is the idempotency key, stored before the provider is called.
CREATE TABLE payment_attempts (
  id uuid PRIMARY KEY,
  order_id integer NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
  provider text NOT NULL CHECK (provider IN ('stripe', 'square')),
  state text NOT NULL CHECK (state IN
    ('new', 'open', 'processing', 'unknown', 'paid', 'failed', 'expired', 'canceled')),
  ref text,
  url text,
  amount integer NOT NULL CHECK (amount > 0),
  currency text NOT NULL,
  livemode boolean NOT NULL,
  quote_hash text NOT NULL,
  failure_code text,
  -- A hash of the attempt's single-use card token, to tell a retry from a new card.
  token_print text,
  -- When the provider stops accepting the payment, by the real clock; part of the idempotent request.
  expires_at timestamptz NOT NULL,
  -- When the hold on its seats ends, by the event's clock; it is then closed at the provider.
  hold_until timestamptz NOT NULL,
  next_check_at timestamptz,
  checks integer NOT NULL DEFAULT 0,
  -- When checks of the payment began to fail; null once one succeeds.
  failing_since timestamptz,
  -- When a page may next make the server ask the provider about the attempt. While a request is in flight, this lies
  -- after its longest duration, so that only one of several processes asks.
  next_look_at timestamptz,
  -- When voiding started for a charge without a response. Until it ends, the attempt's money doesn't count: what the
  -- provider reported before the void may no longer hold after it.
  voiding_since timestamptz,
  created_at timestamptz NOT NULL,
  UNIQUE (provider, ref)
);
CREATE UNIQUE INDEX payment_attempts_one_live ON payment_attempts (order_id)
  WHERE state IN ('new', 'open', 'processing', 'unknown');
CREATE INDEX payment_attempts_due ON payment_attempts (next_check_at) WHERE next_check_at IS NOT NULL;
-- Each settlement reads its order's attempts.
CREATE INDEX payment_attempts_by_order ON payment_attempts (order_id);

-- Money that moved, in cents, captures positive, refunds negative. Survives the order's deletion.
CREATE TABLE payment_ledger (
  id bigserial PRIMARY KEY,
  order_id integer NOT NULL,
  attempt_id uuid,
  provider text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('capture', 'refund', 'refund_reversal', 'dispute', 'dispute_reversal')),
  money_ref text NOT NULL,
  amount integer NOT NULL,
  -- The provider's fee for a payment; null until the provider reports it.
  fee integer,
  currency text NOT NULL,
  livemode boolean NOT NULL,
  recorded_at timestamptz NOT NULL,
  UNIQUE (provider, kind, money_ref)
);
CREATE INDEX payment_ledger_order ON payment_ledger (order_id);

-- Inserted before the call; its id is the idempotency key.
CREATE TABLE refunds (
  id uuid PRIMARY KEY,
  order_id integer NOT NULL,
  provider text NOT NULL,
  money_ref text NOT NULL,
  ref text UNIQUE,
  amount integer NOT NULL CHECK (amount > 0),
  currency text NOT NULL,
  reason text NOT NULL CHECK (reason IN ('buyer', 'duplicate', 'late_payment', 'fraud')),
  state text NOT NULL CHECK (state IN ('pending', 'requires_action', 'succeeded', 'failed', 'canceled')),
  registration_ids integer[] NOT NULL DEFAULT '{}',
  -- Seats that the refund returns, including those of registration_ids.
  seats integer NOT NULL DEFAULT 0 CHECK (seats >= 0),
  requested_by text NOT NULL,
  note text,
  next_check_at timestamptz,
  checks integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL
);
CREATE INDEX refunds_due ON refunds (next_check_at) WHERE next_check_at IS NOT NULL;
CREATE INDEX refunds_order ON refunds (order_id);

-- Seats canceled without a refund. With a refund, the refund is the record.
CREATE TABLE cancellations (
  -- Created by the page, so that a retry makes no second cancellation.
  id uuid PRIMARY KEY,
  -- Like refunds, these rows survive the order.
  order_id integer NOT NULL,
  registration_ids integer[] NOT NULL,
  -- Includes those of registration_ids.
  seats integer NOT NULL CHECK (seats > 0),
  -- Why there is no refund; null if staff decided so.
  because text CHECK (because IN ('free_order', 'deadline_passed', 'nothing_left', 'others_cost_as_much')),
  requested_by text NOT NULL,
  note text,
  created_at timestamptz NOT NULL
);
CREATE INDEX cancellations_order ON cancellations (order_id);

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
  decision text CHECK (decision IN ('accept', 'refund', 'dismiss')),
  -- A note, apart from the decision, which stays if a person's name in the note is erased.
  resolution text
);
CREATE UNIQUE INDEX payment_cases_one_open ON payment_cases (kind, subject) WHERE resolved_at IS NULL;
CREATE INDEX payment_cases_order ON payment_cases (order_id);

-- Webhooks by the provider's event id; applied_at is set in the transaction of the effect.
CREATE TABLE provider_events (
  provider text NOT NULL,
  event_id text NOT NULL,
  type text NOT NULL,
  received_at timestamptz NOT NULL,
  applied_at timestamptz,
  PRIMARY KEY (provider, event_id)
);

CREATE TABLE coupons (
  id serial PRIMARY KEY,
  code text NOT NULL UNIQUE CHECK (code = upper(code)),
  description text NOT NULL,
  discount_type text NOT NULL CHECK (discount_type IN ('percentage', 'fixed')),
  discount_value integer NOT NULL CHECK (discount_value >= 1),
  min_order_amount integer,
  max_discount integer,
  usage_limit integer,
  usage_count integer NOT NULL DEFAULT 0,
  -- Uses held by open checkouts; added to usage_count when paid, otherwise released.
  held_count integer NOT NULL DEFAULT 0 CHECK (held_count >= 0),
  -- Uses above the limit: the order was placed within it, its hold ended, and the money arrived after somebody else had
  -- taken the use. They are counted, but no new hold is granted; the check still refuses anything else above the limit.
  late_count integer NOT NULL DEFAULT 0 CHECK (late_count BETWEEN 0 AND usage_count),
  valid_from timestamptz,
  valid_until timestamptz,
  event_types text[] NOT NULL,
  is_active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CONSTRAINT coupons_limit_holds
    CHECK (usage_limit IS NULL OR usage_count - late_count + held_count <= usage_limit)
);

-- The mirror of the card provider's catalog, as of seen_at: checkout reads it and never waits for the provider.
CREATE TABLE catalog_products (
  id text PRIMARY KEY,
  name text NOT NULL,
  description text,
  active boolean NOT NULL,
  price jsonb,
  metadata jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  seen_at timestamptz NOT NULL
);

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
