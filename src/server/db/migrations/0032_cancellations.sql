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

ALTER TABLE mails DROP CONSTRAINT mails_kind_check;
ALTER TABLE mails ADD CONSTRAINT mails_kind_check
  CHECK (kind IN ('order_confirmation', 'ticket', 'ticket_ended', 'refund_notice', 'refund_failed', 'seats_canceled',
    'ticket_replaced', 'team_change', 'claim_invitation', 'team_reminder', 'my_tickets')) NOT VALID;

-- A ticket may end without a refund, and its mail must not promise one.
UPDATE email_templates
SET html_content = replace(replace(html_content, ', was refunded. Its code', ', was canceled. Its code'),
      'The money goes back to whoever paid for the ticket.', 'If money is returned for it, it goes to whoever paid.'),
    text_content = replace(replace(text_content, ', was refunded. Its code', ', was canceled. Its code'),
      'The money goes back to whoever paid for the ticket.', 'If money is returned for it, it goes to whoever paid.')
WHERE type = 'ticket_ended';
