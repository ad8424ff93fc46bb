-- Orders, their people and their tickets. Money columns that the specification names are dollars, decimal(10,2); all
-- others, here and in every other table, are whole cents.

-- The hot row of the rush: nothing references it, and it is touched last in its transaction.
CREATE TABLE event_capacity (
  id serial PRIMARY KEY,
  event_date date NOT NULL UNIQUE,
  current_registrations integer NOT NULL DEFAULT 0,
  max_capacity integer NOT NULL,
  last_updated timestamptz NOT NULL,
  CONSTRAINT event_capacity_never_oversold CHECK (current_registrations BETWEEN 0 AND max_capacity)
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
  -- The catalog product that the order's price comes from, if one is mapped.
  stripe_product_id text,
  stripe_price_id text,
  stripe_promotion_code_id text,
  -- The people as the buyer named them, organizer first, until payment turns them into registrations.
  named_attendees jsonb NOT NULL DEFAULT '[]',
  -- The page's id for this checkout, so that a retry finds the same order.
  checkout_id uuid,
  -- The address and browser that placed an open order, as marks that can be compared without revealing either. Both are
  -- cleared once the order is no longer open.
  ip_mark text,
  browser_mark text,
  -- Whether its seats are counted in event_capacity; cleared when they are returned.
  seats_held boolean NOT NULL DEFAULT false,
  paid_at timestamptz,
  -- When the buyer was first told about the payment: pages announce and count it once per order.
  welcomed_at timestamptz,
  -- How many of the team_member_count seats were returned by refunds and cancellations.
  seats_returned integer NOT NULL DEFAULT 0,
  -- A dispute is a flag, not a status: tickets stay valid while it is open.
  disputed_at timestamptz,
  reminders_stopped_at timestamptz,
  search_text text NOT NULL,
  CONSTRAINT orders_return_what_they_hold CHECK (seats_returned BETWEEN 0 AND team_member_count)
);
CREATE UNIQUE INDEX orders_one_open_per_checkout ON orders (checkout_id) WHERE payment_status = 'pending';
-- Checkout pages look up their orders by the checkout's id, whatever the orders' status.
CREATE INDEX orders_by_checkout ON orders (checkout_id) WHERE checkout_id IS NOT NULL;
CREATE INDEX orders_created_at ON orders (created_at DESC, id DESC);
CREATE INDEX orders_pending ON orders (id) WHERE payment_status = 'pending';
CREATE INDEX orders_search ON orders USING gin (search_text gin_trgm_ops);
-- A page of an alphabetical list is read in order instead of sorting everybody each time. und-x-icu comes with every
-- PostgreSQL that has ICU.
CREATE INDEX orders_by_organizer ON orders
  (organizer_last_name COLLATE "und-x-icu", organizer_first_name COLLATE "und-x-icu", id);
-- People find their tickets by email address, which must not get slower with more orders.
CREATE INDEX orders_by_address ON orders (lower(organizer_email));

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
  -- A seat that was named at the door, by the id of the naming scan.
  seat uuid,
  ticket_opened_at timestamptz,
  -- When the ticket ended: the person stays in the order's history, but not at the door or in guest lists.
  voided_at timestamptz,
  -- When the holder, the buyer or staff gave the seat back. The ticket is voided, too; the order keeps the seat and its
  -- price.
  returned_at timestamptz,
  search_text text NOT NULL,
  CONSTRAINT registrations_returned_are_voided CHECK (returned_at IS NULL OR voided_at IS NOT NULL)
);
CREATE INDEX registrations_order ON registrations (order_id);
CREATE UNIQUE INDEX registrations_one_organizer ON registrations (order_id) WHERE is_organizer;
CREATE UNIQUE INDEX registrations_seat ON registrations (seat);
CREATE INDEX registrations_created_at ON registrations (created_at DESC, id DESC);
CREATE INDEX registrations_search ON registrations USING gin (search_text gin_trgm_ops);
CREATE INDEX registrations_by_name ON registrations
  (last_name COLLATE "und-x-icu", first_name COLLATE "und-x-icu", id);
CREATE INDEX registrations_by_address ON registrations (lower(email));

-- Every code ever issued; one per registration is current. A replaced code is refused as replaced.
CREATE TABLE qr_codes (
  id serial PRIMARY KEY,
  registration_id integer NOT NULL REFERENCES registrations (id) ON DELETE CASCADE,
  qr_code_data text NOT NULL UNIQUE,
  qr_code_image text NOT NULL,
  -- The secret in the link to a ticket's own page, 148 random bits or more. It belongs to a code and ends with it.
  page_key text NOT NULL
    DEFAULT 'M' || upper(left(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 40)),
  created_at timestamptz NOT NULL,
  replaced_at timestamptz,
  -- With a corrected address, the holder still has the seat.
  replaced_because text CHECK (replaced_because IN ('another_person', 'address_corrected', 'given_away', 'returned'))
);
CREATE UNIQUE INDEX qr_codes_current ON qr_codes (registration_id) WHERE replaced_at IS NULL;
CREATE INDEX qr_codes_by_registration ON qr_codes (registration_id);
CREATE UNIQUE INDEX qr_codes_by_page_key ON qr_codes (page_key);

-- Links by which people take a seat of an order themselves.
CREATE TABLE claim_links (
  id uuid PRIMARY KEY,
  order_id integer NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
  -- The secret in the link.
  key text NOT NULL UNIQUE,
  -- Whether the link is for all free seats of the order instead of one; an order has one such link at a time.
  for_team boolean NOT NULL,
  personal_line text,
  -- Where the invitation was sent, if the site sent it.
  mailed_to text,
  created_at timestamptz NOT NULL,
  withdrawn_at timestamptz,
  -- Who took the one seat, and when. Null for the team's link.
  used_at timestamptz,
  registration_id integer REFERENCES registrations (id) ON DELETE SET NULL,
  CHECK (NOT (for_team AND used_at IS NOT NULL)),
  CHECK (withdrawn_at IS NULL OR used_at IS NULL)
);
CREATE INDEX claim_links_by_order ON claim_links (order_id);
CREATE UNIQUE INDEX claim_links_one_for_team ON claim_links (order_id) WHERE for_team AND withdrawn_at IS NULL;

-- Badges in files to print. A separate table, so that printing thousands neither waits for the door nor blocks it.
CREATE TABLE badges (
  file uuid NOT NULL,
  registration_id integer NOT NULL REFERENCES registrations (id) ON DELETE CASCADE,
  -- A fingerprint of the badge's text and code. If it has changed, the badge counts as unprinted.
  says text NOT NULL,
  made_at timestamptz NOT NULL,
  printed_at timestamptz,
  PRIMARY KEY (file, registration_id)
);
CREATE INDEX badges_by_registration ON badges (registration_id);

-- A generated column's expression can't change without rewriting the table, so triggers fill search_text.

-- Before payment creates registrations, an order's people are stored only in its own row. The transaction id isn't
-- searched: its letters are random, and could spell a short name.
CREATE FUNCTION order_search_form(the_order orders) RETURNS text LANGUAGE sql STABLE STRICT PARALLEL SAFE
RETURN person_search_form(the_order.organizer_first_name, the_order.organizer_last_name, the_order.organizer_email)
  || CASE WHEN the_order.paid_at IS NULL THEN (
       SELECT coalesce(string_agg(E'\n' || person_search_form(
         coalesce(one ->> 'firstName', ''), coalesce(one ->> 'lastName', ''), coalesce(one ->> 'email', '')), ''), '')
       FROM jsonb_array_elements(the_order.named_attendees) AS one) ELSE '' END;

CREATE FUNCTION fill_order_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search_text := order_search_form(NEW);
  RETURN NEW;
END
$$;
CREATE TRIGGER orders_fill_search
  BEFORE INSERT OR UPDATE OF
    search_text, organizer_first_name, organizer_last_name, organizer_email, transaction_id, named_attendees, paid_at
  ON orders FOR EACH ROW EXECUTE FUNCTION fill_order_search();

CREATE FUNCTION fill_registration_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search_text := person_search_form(NEW.first_name, NEW.last_name, NEW.email);
  RETURN NEW;
END
$$;
CREATE TRIGGER registrations_fill_search
  BEFORE INSERT OR UPDATE OF search_text, first_name, last_name, email
  ON registrations FOR EACH ROW EXECUTE FUNCTION fill_registration_search();
