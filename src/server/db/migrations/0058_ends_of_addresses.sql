-- As before, but an address doesn't end in the middle of another either: "lee@school.co" isn't in "lee@school.co.uk".
-- A period that ends a sentence, or a dash that stands alone or is doubled, does end it.
CREATE OR REPLACE FUNCTION says_one_of(value text, words text[]) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
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
