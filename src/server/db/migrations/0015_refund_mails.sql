-- Two more mails: a refund that was announced and failed, and a ticket that a refund ended.
ALTER TABLE mails DROP CONSTRAINT mails_kind_check;
ALTER TABLE mails ADD CONSTRAINT mails_kind_check
  CHECK (kind IN ('order_confirmation', 'ticket', 'ticket_ended', 'refund_notice', 'refund_failed')) NOT VALID;
