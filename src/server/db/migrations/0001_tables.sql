-- All tables of the specification, and what payments need in addition. Money columns that the specification names are
-- dollars, decimal(10,2); all others are whole cents.

-- What staff search people and orders by is one column and one index each, in lower case: LIKE checks a row in a third
-- of ILIKE's time. A line break separates the parts, so that no search text spans two of them. pg_trgm comes with
-- PostgreSQL and is a trusted extension.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TABLE sessions (
  sid text PRIMARY KEY,
  sess jsonb NOT NULL,
  expire timestamptz NOT NULL
);
CREATE INDEX sessions_expire ON sessions (expire);

CREATE TABLE users (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  email text NOT NULL UNIQUE,
  first_name text,
  last_name text,
  profile_image_url text,
  -- The identity provider's id of the person; an email address may move to another account.
  issuer text NOT NULL,
  subject text NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (issuer, subject)
);

CREATE TABLE admin_users (
  id serial PRIMARY KEY,
  username text NOT NULL UNIQUE,
  password text NOT NULL,
  role text NOT NULL DEFAULT 'admin'
);

CREATE TABLE orders (
  id serial PRIMARY KEY,
  transaction_id text NOT NULL UNIQUE,
  organizer_first_name text NOT NULL,
  organizer_last_name text NOT NULL,
  organizer_email text NOT NULL,
  organizer_phone text,
  organization text,
  job_title text,
  event_type text NOT NULL CHECK (event_type IN ('conference', 'trainer', 'both')),
  total_amount numeric(10,2) NOT NULL CHECK (total_amount >= 0),
  team_member_count integer NOT NULL DEFAULT 1 CHECK (team_member_count > 0),
  payment_status text NOT NULL DEFAULT 'pending' CHECK (payment_status IN
    ('pending', 'completed', 'failed', 'expired', 'cancelled', 'refunded', 'partially_refunded', 'review')),
  square_payment_id text,
  stripe_customer_id text,
  stripe_invoice_id text,
  applied_coupon_code text,
  stripe_coupon_id text,
  original_amount numeric(10,2),
  discount_amount numeric(10,2) NOT NULL DEFAULT 0,
  attendee_data_status text NOT NULL DEFAULT 'complete'
    CHECK (attendee_data_status IN ('complete', 'needed', 'partial')),
  billing_address_line1 text,
  billing_address_line2 text,
  billing_city text,
  billing_state text,
  billing_postal_code text,
  billing_country text,
  created_at timestamptz NOT NULL,
  -- What was sold and how it was priced; null in imported rows (the label is then read from the amount).
  package_size text CHECK (package_size IN ('individual', 'small_group', 'large_group')),
  pricing text CHECK (pricing IN ('early_bird', 'regular')),
  currency text NOT NULL DEFAULT 'usd',
  -- The people as the buyer named them, organizer first, until payment turns them into registrations.
  named_attendees jsonb NOT NULL DEFAULT '[]',
  -- The page's id for this checkout, so that a retry finds the same order.
  checkout_id uuid,
  -- Whether its seats are counted in event_capacity; cleared exactly once, when they are returned.
  seats_held boolean NOT NULL DEFAULT false,
  paid_at timestamptz,
  search_text text NOT NULL GENERATED ALWAYS AS
    (lower(organizer_first_name || ' ' || organizer_last_name || E'\n' || organizer_email || E'\n' || transaction_id)) STORED
);
CREATE UNIQUE INDEX orders_one_open_per_checkout ON orders (checkout_id) WHERE payment_status = 'pending';
CREATE INDEX orders_created_at ON orders (created_at DESC, id DESC);
CREATE INDEX orders_search ON orders USING gin (search_text gin_trgm_ops);
CREATE INDEX orders_pending ON orders (id) WHERE payment_status = 'pending';

CREATE TABLE registrations (
  id serial PRIMARY KEY,
  order_id integer NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text NOT NULL,
  dietary_restrictions text,
  track text CHECK (track IN ('caregivers', 'professionals')),
  is_organizer boolean NOT NULL DEFAULT false,
  checked_in boolean NOT NULL DEFAULT false,
  checked_in_at timestamptz,
  created_at timestamptz NOT NULL,
  search_text text NOT NULL
    GENERATED ALWAYS AS (lower(first_name || ' ' || last_name || E'\n' || email)) STORED
);
CREATE INDEX registrations_order ON registrations (order_id);
CREATE INDEX registrations_created_at ON registrations (created_at DESC, id DESC);
CREATE INDEX registrations_search ON registrations USING gin (search_text gin_trgm_ops);
CREATE UNIQUE INDEX registrations_one_organizer ON registrations (order_id) WHERE is_organizer;

CREATE TABLE speakers (
  id serial PRIMARY KEY,
  name text NOT NULL,
  title text,
  bio text,
  image_url text,
  featured boolean NOT NULL DEFAULT false,
  marker text CHECK (marker IN ('emcee', 'keynote', 'mystery')),
  mystery_until timestamptz,
  position integer NOT NULL DEFAULT 0
);

CREATE TABLE email_templates (
  id serial PRIMARY KEY,
  name text NOT NULL,
  type text NOT NULL,
  subject text NOT NULL,
  from_email text,
  from_name text,
  html_content text NOT NULL,
  text_content text NOT NULL,
  is_active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX email_templates_one_active ON email_templates (type) WHERE is_active;

-- The hot row of the rush: nothing references it, and it is touched last in its transaction.
CREATE TABLE event_capacity (
  id serial PRIMARY KEY,
  event_date date NOT NULL UNIQUE,
  current_registrations integer NOT NULL DEFAULT 0,
  max_capacity integer NOT NULL,
  last_updated timestamptz NOT NULL,
  CONSTRAINT event_capacity_never_oversold CHECK (current_registrations BETWEEN 0 AND max_capacity)
);

-- No foreign keys to orders or registrations: the audit log outlives them.
CREATE TABLE registration_audit (
  id bigserial PRIMARY KEY,
  registration_id integer,
  order_id integer,
  action text NOT NULL,
  details jsonb NOT NULL DEFAULT '{}',
  ip_address text,
  user_agent text,
  actor text NOT NULL,
  timestamp timestamptz NOT NULL
);
CREATE INDEX registration_audit_order ON registration_audit (order_id, id);

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
  valid_from timestamptz,
  valid_until timestamptz,
  event_types text[] NOT NULL,
  is_active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CONSTRAINT coupons_limit_holds CHECK (usage_limit IS NULL OR usage_count + held_count <= usage_limit)
);

CREATE TABLE qr_codes (
  id serial PRIMARY KEY,
  registration_id integer NOT NULL UNIQUE REFERENCES registrations (id) ON DELETE CASCADE,
  qr_code_data text NOT NULL UNIQUE,
  qr_code_image text NOT NULL,
  created_at timestamptz NOT NULL
);

CREATE TABLE check_ins (
  id serial PRIMARY KEY,
  registration_id integer NOT NULL REFERENCES registrations (id) ON DELETE CASCADE,
  qr_code_id integer REFERENCES qr_codes (id) ON DELETE SET NULL,
  checked_in_by text NOT NULL,
  checked_in_at timestamptz NOT NULL,
  location text,
  method text NOT NULL DEFAULT 'qr_scan' CHECK (method IN ('qr_scan', 'manual_lookup')),
  notes text,
  -- The calendar day in the event's zone that this admission is for.
  admitted_on date NOT NULL,
  undone_at timestamptz,
  undone_by text
);
CREATE UNIQUE INDEX check_ins_once_a_day ON check_ins (registration_id, admitted_on) WHERE undone_at IS NULL;
CREATE INDEX check_ins_by_day ON check_ins (admitted_on, checked_in_at DESC) WHERE undone_at IS NULL;

CREATE TABLE newsletter_signups (
  id serial PRIMARY KEY,
  email text NOT NULL UNIQUE,
  first_name text NOT NULL,
  last_name text NOT NULL,
  organization text,
  source text NOT NULL DEFAULT 'hero' CHECK (source IN ('hero', 'footer', 'registration_section')),
  created_at timestamptz NOT NULL
);

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
  -- When the provider stops accepting the payment, by the real clock; part of the idempotent request.
  expires_at timestamptz NOT NULL,
  -- When the hold on its seats ends, by the event's clock; it is then closed at the provider.
  hold_until timestamptz NOT NULL,
  next_check_at timestamptz,
  checks integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  UNIQUE (provider, ref)
);
CREATE UNIQUE INDEX payment_attempts_one_live ON payment_attempts (order_id)
  WHERE state IN ('new', 'open', 'processing', 'unknown');
CREATE INDEX payment_attempts_due ON payment_attempts (next_check_at) WHERE next_check_at IS NOT NULL;

-- Money that moved, in cents, captures positive, refunds negative. Survives the order's deletion.
CREATE TABLE payment_ledger (
  id bigserial PRIMARY KEY,
  order_id integer NOT NULL,
  attempt_id uuid,
  provider text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('capture', 'refund')),
  money_ref text NOT NULL,
  amount integer NOT NULL,
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
  requested_by text NOT NULL,
  next_check_at timestamptz,
  checks integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL
);
CREATE INDEX refunds_due ON refunds (next_check_at) WHERE next_check_at IS NOT NULL;
CREATE INDEX refunds_order ON refunds (order_id);

-- Webhooks by the provider's event id; applied_at is set in the transaction of the effect.
CREATE TABLE provider_events (
  provider text NOT NULL,
  event_id text NOT NULL,
  type text NOT NULL,
  received_at timestamptz NOT NULL,
  applied_at timestamptz,
  PRIMARY KEY (provider, event_id)
);

-- The outbox: one row per mail that must go out, however often its cause is processed.
CREATE TABLE mails (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('order_confirmation', 'ticket', 'refund_notice')),
  order_id integer NOT NULL,
  -- Distinguishes two mails of a kind within an order: an address, or a refund's id.
  subject_key text NOT NULL,
  recipient text NOT NULL,
  message_id text NOT NULL UNIQUE,
  sent_at timestamptz,
  failed_at timestamptz,
  failure text,
  created_at timestamptz NOT NULL,
  UNIQUE (order_id, kind, subject_key)
);
