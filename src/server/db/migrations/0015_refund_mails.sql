-- Two more kinds of mail: an announced refund that failed, and a ticket canceled by a refund.
ALTER TABLE mails DROP CONSTRAINT mails_kind_check;
ALTER TABLE mails ADD CONSTRAINT mails_kind_check
  CHECK (kind IN ('order_confirmation', 'ticket', 'ticket_ended', 'refund_notice', 'refund_failed')) NOT VALID;
