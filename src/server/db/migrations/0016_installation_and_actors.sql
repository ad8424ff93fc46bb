-- Distinguishes this installation from others on the same provider account. One row, created at the first start; it
-- moves with the data, so that a restored backup still recognizes its own payments.
CREATE TABLE installation (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  is_only boolean NOT NULL DEFAULT true UNIQUE CHECK (is_only)
);

-- The kind of actor, even where the actor is anonymous. Null in older rows.
ALTER TABLE registration_audit ADD COLUMN actor_kind text
  CHECK (actor_kind IN ('staff', 'buyer', 'visitor', 'job', 'webhook', 'operator'));

-- The kind of actor is as immutable as the action.
CREATE OR REPLACE FUNCTION keep_registration_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('summit.blanking_audit', true) = 'on' THEN
    IF (NEW.id, NEW.registration_id, NEW.order_id, NEW.action, NEW.timestamp, NEW.actor_kind)
        IS NOT DISTINCT FROM (OLD.id, OLD.registration_id, OLD.order_id, OLD.action, OLD.timestamp, OLD.actor_kind)
      AND NEW.actor IN (OLD.actor, 'erased')
      AND (NEW.ip_address IS NULL OR NEW.ip_address IS NOT DISTINCT FROM OLD.ip_address)
      AND (NEW.user_agent IS NULL OR NEW.user_agent IS NOT DISTINCT FROM OLD.user_agent)
      AND NEW.details IN (OLD.details, '{"erased": true}')
    THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'registration_audit is append-only: % refused', TG_OP USING ERRCODE = 'insufficient_privilege';
END
$$;

-- What jobs and webhooks did to a person's orders counts as about that person, too.
DO $$
BEGIN
  EXECUTE replace(
    pg_get_functiondef('blank_audit_of_person'::regproc),
    $before$actor = 'visitor'$before$,
    $after$actor IN ('visitor', 'job', 'webhook')$after$
  );
END
$$;

-- As before, but keeps the names of actors that are not people.
CREATE OR REPLACE FUNCTION blank_audit_before(instant timestamptz, at_most integer)
RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  blanked integer;
BEGIN
  PERFORM set_config('summit.blanking_audit', 'on', true);
  UPDATE registration_audit SET
    actor = CASE WHEN actor IN ('visitor', 'operator', 'job', 'webhook') THEN actor ELSE 'erased' END,
    ip_address = NULL,
    user_agent = NULL
  WHERE id IN (
    SELECT id FROM registration_audit
    WHERE timestamp < instant
      AND (
        actor NOT IN ('visitor', 'operator', 'job', 'webhook', 'erased')
        OR ip_address IS NOT NULL OR user_agent IS NOT NULL
      )
    ORDER BY id LIMIT at_most
  );
  GET DIAGNOSTICS blanked = ROW_COUNT;
  PERFORM set_config('summit.blanking_audit', 'off', true);
  RETURN blanked;
END
$$;
