-- The audit log. No foreign keys to orders or registrations: it outlives them.
CREATE TABLE registration_audit (
  id bigserial PRIMARY KEY,
  registration_id integer,
  order_id integer,
  action text NOT NULL,
  details jsonb NOT NULL DEFAULT '{}',
  ip_address text,
  user_agent text,
  actor text NOT NULL,
  -- The kind of actor, even where the actor is anonymous. A visitor with the link to a ticket's own page acts as its
  -- holder.
  actor_kind text
    CHECK (actor_kind IN ('staff', 'door', 'buyer', 'holder', 'claimant', 'visitor', 'job', 'webhook', 'operator')),
  timestamp timestamptz NOT NULL
);
CREATE INDEX registration_audit_order ON registration_audit (order_id, id);

-- The audit log is append-only: rows can be neither changed nor deleted. Two functions below blank personal data;
-- setting their switch by hand allows no more than that.
CREATE FUNCTION keep_registration_audit() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE TRIGGER registration_audit_rows_stay BEFORE UPDATE OR DELETE ON registration_audit
  FOR EACH ROW EXECUTE FUNCTION keep_registration_audit();
CREATE TRIGGER registration_audit_stays BEFORE TRUNCATE ON registration_audit
  FOR EACH STATEMENT EXECUTE FUNCTION keep_registration_audit();
-- Even in sessions with the replica role.
ALTER TABLE registration_audit ENABLE ALWAYS TRIGGER registration_audit_rows_stay;
ALTER TABLE registration_audit ENABLE ALWAYS TRIGGER registration_audit_stays;
REVOKE UPDATE, DELETE, TRUNCATE ON registration_audit FROM PUBLIC;

-- Whether a text or JSON contains one of the phrases, which are in lower case, as whole words: "ann lee" isn't in
-- "joann leeds". An address neither begins nor ends in the middle of another: "lee@school.org" isn't in
-- "ann.lee@school.org", nor "lee@school.co" in "lee@school.co.uk". A period that ends a sentence, or a dash that stands
-- alone or is doubled, does end it.
-- JSON escapes quotation marks and backslashes; the letter of an escaped line break is no letter of the text.
CREATE FUNCTION says_one_of(value text, words text[]) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
RETURN EXISTS (
  SELECT FROM unnest(words) AS word,
    LATERAL (VALUES (word), (substr(to_jsonb(word)::text, 2, length(to_jsonb(word)::text) - 2))) AS form (written)
  WHERE position(written IN lower(value COLLATE "und-x-icu")) > 0
    AND lower(value COLLATE "und-x-icu") ~ (
      CASE
        WHEN word LIKE '%@%' THEN '(?:(?<![[:alnum:]._+-])'
        -- A country code may precede a telephone number.
        WHEN word !~ '[[:alpha:]]' THEN '(?:'
        ELSE '(?:(?<![[:alnum:]])'
      END
        || '|(?<=\\(?:[bfnrt]|u[0-9a-f]{4})))'
        || regexp_replace(written, '([][\\^$.|?*+(){}-])', '\\\1', 'g')
        || CASE WHEN word LIKE '%@%' THEN '(?!\.?[[:alnum:]]|-[[:alnum:]])' ELSE '(?![[:alnum:]])' END
    )
);

-- Blanks one person's data: their name as actor, where they acted from, and details that mention one of the words (in
-- lower case). Rows about their orders and tickets are blanked only if a visitor, a job or a webhook caused them: staff
-- stay accountable for theirs.
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
      lower(actor) = address OR (actor IN ('visitor', 'job', 'webhook')
        AND (order_id = ANY (order_ids) OR registration_id = ANY (registration_ids))) AS is_theirs,
      says_one_of(details::text, words) AS is_told
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

-- Blanks actors that are people, and addresses, in rows from before an instant, at most so many per call.
CREATE FUNCTION blank_audit_before(instant timestamptz, at_most integer)
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

REVOKE ALL ON FUNCTION blank_audit_of_person(text, integer[], integer[], text[]) FROM PUBLIC;
REVOKE ALL ON FUNCTION blank_audit_before(timestamptz, integer) FROM PUBLIC;
