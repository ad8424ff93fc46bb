-- The audit log is append-only: rows can be neither changed nor deleted. The two functions below blank personal data;
-- setting their switch by hand allows no more than that.

CREATE FUNCTION keep_registration_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('summit.blanking_audit', true) = 'on' THEN
    IF (NEW.id, NEW.registration_id, NEW.order_id, NEW.action, NEW.timestamp)
        IS NOT DISTINCT FROM (OLD.id, OLD.registration_id, OLD.order_id, OLD.action, OLD.timestamp)
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

CREATE TRIGGER registration_audit_rows_stay BEFORE UPDATE OR DELETE ON registration_audit
  FOR EACH ROW EXECUTE FUNCTION keep_registration_audit();
CREATE TRIGGER registration_audit_stays BEFORE TRUNCATE ON registration_audit
  FOR EACH STATEMENT EXECUTE FUNCTION keep_registration_audit();
-- Even in sessions with the replica role.
ALTER TABLE registration_audit ENABLE ALWAYS TRIGGER registration_audit_rows_stay;
ALTER TABLE registration_audit ENABLE ALWAYS TRIGGER registration_audit_stays;
REVOKE UPDATE, DELETE, TRUNCATE ON registration_audit FROM PUBLIC;

-- Blanks one person's data: their name as actor, where they acted from, and details that mention one of the words (in
-- lower case). Rows about their orders and tickets are blanked only if a visitor caused them: staff stay accountable
-- for theirs.
CREATE FUNCTION blank_audit_of_person(address text, order_ids integer[], registration_ids integer[], words text[])
RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  blanked integer;
BEGIN
  -- Not a SET clause of the function, which would need a superuser.
  PERFORM set_config('summit.blanking_audit', 'on', true);
  WITH found AS (
    SELECT id,
      lower(actor) = address
        OR (actor = 'visitor' AND (order_id = ANY (order_ids) OR registration_id = ANY (registration_ids))) AS is_theirs,
      EXISTS (SELECT FROM unnest(words) AS word
        WHERE position(btrim(to_jsonb(word)::text, '"') IN lower(details::text)) > 0) AS is_told
    FROM registration_audit
  )
  UPDATE registration_audit AS kept SET
    actor = CASE WHEN lower(actor) = address THEN 'erased' ELSE actor END,
    ip_address = CASE WHEN is_theirs THEN NULL ELSE ip_address END,
    user_agent = CASE WHEN is_theirs THEN NULL ELSE user_agent END,
    details = CASE WHEN is_told THEN '{"erased": true}' ELSE details END
  FROM found WHERE found.id = kept.id AND (is_theirs OR is_told);
  GET DIAGNOSTICS blanked = ROW_COUNT;
  PERFORM set_config('summit.blanking_audit', 'off', true);
  RETURN blanked;
END
$$;

-- Blanks actors and addresses in rows from before an instant, at most so many per call.
CREATE FUNCTION blank_audit_before(instant timestamptz, at_most integer)
RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  blanked integer;
BEGIN
  PERFORM set_config('summit.blanking_audit', 'on', true);
  UPDATE registration_audit SET
    actor = CASE WHEN actor IN ('visitor', 'operator') THEN actor ELSE 'erased' END,
    ip_address = NULL,
    user_agent = NULL
  WHERE id IN (
    SELECT id FROM registration_audit
    WHERE timestamp < instant
      AND (actor NOT IN ('visitor', 'operator', 'erased') OR ip_address IS NOT NULL OR user_agent IS NOT NULL)
    ORDER BY id LIMIT at_most
  );
  GET DIAGNOSTICS blanked = ROW_COUNT;
  PERFORM set_config('summit.blanking_audit', 'off', true);
  RETURN blanked;
END
$$;

REVOKE ALL ON FUNCTION blank_audit_of_person(text, integer[], integer[], text[]) FROM PUBLIC;
REVOKE ALL ON FUNCTION blank_audit_before(timestamptz, integer) FROM PUBLIC;
