-- Email: its templates, and the outbox.

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

-- The template before each save, so that staff can restore it.
CREATE TABLE email_template_versions (
  id serial PRIMARY KEY,
  template_id integer NOT NULL REFERENCES email_templates (id) ON DELETE CASCADE,
  subject text NOT NULL,
  html_content text NOT NULL,
  text_content text NOT NULL,
  saved_by text NOT NULL,
  saved_at timestamptz NOT NULL
);
CREATE INDEX email_template_versions_template ON email_template_versions (template_id, id DESC);

-- The outbox: one row per mail that must go out, however often its cause is processed.
CREATE TABLE mails (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN
    ('order_confirmation', 'ticket', 'ticket_ended', 'refund_notice', 'refund_failed', 'seats_canceled',
      'ticket_replaced', 'team_change', 'claim_invitation', 'team_reminder', 'my_tickets')),
  order_id integer NOT NULL,
  -- Distinguishes two mails of a kind within an order: an address, or a refund's id.
  subject_key text NOT NULL,
  recipient text NOT NULL,
  message_id text NOT NULL UNIQUE,
  sent_at timestamptz,
  failed_at timestamptz,
  failure text,
  -- Whether a failed email was no longer needed when its turn came, or its template was off, so that it isn't listed as
  -- undelivered.
  unneeded boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  UNIQUE (order_id, kind, subject_key)
);
