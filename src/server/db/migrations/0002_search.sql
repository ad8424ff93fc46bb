-- What staff search people and orders by is one column and one index each, in lower case: LIKE checks a row in a third
-- of ILIKE's time. A line break separates the parts, so that no search text spans two of them. Both extensions come
-- with PostgreSQL and are trusted.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS unaccent;

-- Normalizes both search text and searched text: no accents, case, apostrophes or invisible characters, however Unicode
-- composes the letters. Marked immutable, because its dictionary is named and never changes: the planner then computes
-- a pattern once.
CREATE FUNCTION search_form(given text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN lower(upper(unaccent('unaccent'::regdictionary, regexp_replace(
  normalize(translate(given, U&'\0027\0060\00B4\02BB\02BC\2018\2019\2032\FF07', ''), NFKD),
  '[\u0300-\u036f\u00ad\u200b-\u200d\u2060\ufeff]', '', 'g'))));

-- The LIKE pattern of one typed word, in which % and _ are literal.
CREATE FUNCTION search_pattern(word text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN '%' || regexp_replace(search_form(word), '([\\%_])', '\\\1', 'g') || '%';

-- Chinese, Japanese and Korean names are typed with the family name first and without a space.
CREATE FUNCTION person_search_form(first_name text, last_name text, email text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN search_form(first_name || ' ' || last_name || E'\n' || email)
  || CASE WHEN last_name || first_name ~ '[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]'
       THEN E'\n' || search_form(last_name || first_name) ELSE '' END;
