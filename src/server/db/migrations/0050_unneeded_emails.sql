-- Whether a failed email was no longer needed when its turn came, or its template was off, so that it isn't listed as
-- undelivered. Earlier ones are recognized by the reason.
ALTER TABLE mails ADD COLUMN unneeded boolean NOT NULL DEFAULT false;
UPDATE mails SET unneeded = true
  WHERE failed_at IS NOT NULL AND (failure LIKE 'No active template of type %' OR failure IN (
    'The address has changed since.', 'The refund is gone.', 'The refund has failed.', 'The refund was never announced.',
    'The cancellation is gone.', 'The ticket is valid again.', 'The registration was deleted.', 'The invitation is gone.',
    'The link was used or withdrawn.', 'The deadline for naming seats has passed.', 'The reminder is no longer wanted.',
    'The address no longer has a ticket.'));
