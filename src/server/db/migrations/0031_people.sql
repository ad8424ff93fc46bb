-- Self-service: teams name their seats by links, and holders pass on their tickets.

-- The secret in the link to a ticket's own page, 148 random bits or more. It belongs to a code and ends with it.
ALTER TABLE qr_codes ADD COLUMN page_key text;
ALTER TABLE qr_codes ALTER COLUMN page_key
  SET DEFAULT 'M' || upper(left(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 40));
UPDATE qr_codes SET page_key = DEFAULT;
ALTER TABLE qr_codes ALTER COLUMN page_key SET NOT NULL;
CREATE UNIQUE INDEX qr_codes_by_page_key ON qr_codes (page_key);
ALTER TABLE qr_codes ADD COLUMN replaced_because text
  CHECK (replaced_because IN ('another_person', 'given_away', 'returned'));
UPDATE qr_codes SET replaced_because = 'another_person' WHERE replaced_at IS NOT NULL;

ALTER TABLE registrations
  ADD COLUMN ticket_opened_at timestamptz,
  -- When the person said that they can't come. The ticket is voided, too; the order keeps the seat and its price.
  ADD COLUMN returned_at timestamptz,
  ADD CONSTRAINT registrations_returned_are_voided CHECK (returned_at IS NULL OR voided_at IS NOT NULL) NOT VALID;

ALTER TABLE orders ADD COLUMN reminders_stopped_at timestamptz;

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

ALTER TABLE mails DROP CONSTRAINT mails_kind_check;
ALTER TABLE mails ADD CONSTRAINT mails_kind_check
  CHECK (kind IN ('order_confirmation', 'ticket', 'ticket_ended', 'refund_notice', 'refund_failed',
    'ticket_replaced', 'team_change', 'claim_invitation', 'team_reminder', 'my_tickets')) NOT VALID;
