-- Seats that were canceled although nothing is returned for them. Where money is returned, the refund is the record.
CREATE TABLE cancellations (
  -- The page makes it, so that a repeated request is one cancellation.
  id uuid PRIMARY KEY,
  -- Like refunds, these rows survive the order.
  order_id integer NOT NULL,
  registration_ids integer[] NOT NULL,
  -- Those of registration_ids included.
  seats integer NOT NULL CHECK (seats > 0),
  -- Why nothing is returned; null if staff decided so.
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

-- A ticket may end without money for anybody, and its mail must not promise any.
UPDATE email_templates
SET html_content = replace(replace(html_content, ', was refunded. Its code', ', was canceled. Its code'),
      'The money goes back to whoever paid for the ticket.', 'If money is returned for it, it goes to whoever paid.'),
    text_content = replace(replace(text_content, ', was refunded. Its code', ', was canceled. Its code'),
      'The money goes back to whoever paid for the ticket.', 'If money is returned for it, it goes to whoever paid.')
WHERE type = 'ticket_ended';
