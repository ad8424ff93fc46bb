-- Whether a text or JSON contains one of the phrases, which are in lower case, as whole words: "ann lee" isn't in
-- "joann leeds". An address doesn't begin in the middle of another: "lee@school.org" isn't in "ann.lee@school.org".
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
        || '(?![[:alnum:]])'
    )
);

-- As before, but details are blanked only if they contain one of the words as whole words.
CREATE OR REPLACE FUNCTION blank_audit_of_person(
  address text, order_ids integer[], registration_ids integer[], words text[])
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
