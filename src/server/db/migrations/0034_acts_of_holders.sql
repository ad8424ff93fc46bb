-- A visitor with the link to a ticket's own page acts as its holder.
ALTER TABLE registration_audit DROP CONSTRAINT registration_audit_actor_kind_check;
ALTER TABLE registration_audit ADD CONSTRAINT registration_audit_actor_kind_check
  CHECK (actor_kind IN ('staff', 'door', 'buyer', 'holder', 'visitor', 'job', 'webhook', 'operator')) NOT VALID;
