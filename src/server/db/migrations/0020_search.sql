-- Normalizes both search text and searched text: no accents, case, apostrophes or invisible characters, however Unicode
-- composes the letters. unaccent comes with PostgreSQL and is a trusted extension.
CREATE EXTENSION IF NOT EXISTS unaccent;

-- Marked immutable, because its dictionary is named and never changes: the planner then computes a pattern once.
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

-- A generated column's expression can't change without rewriting the table, so triggers fill the columns from now on.
ALTER TABLE orders ALTER COLUMN search_text DROP EXPRESSION;
ALTER TABLE registrations ALTER COLUMN search_text DROP EXPRESSION;

-- Before payment creates registrations, an order's people are stored only in its own row.
CREATE FUNCTION order_search_form(the_order orders) RETURNS text LANGUAGE sql STABLE STRICT PARALLEL SAFE
RETURN person_search_form(the_order.organizer_first_name, the_order.organizer_last_name, the_order.organizer_email)
  || E'\n' || search_form(the_order.transaction_id)
  || CASE WHEN the_order.paid_at IS NULL THEN (
       SELECT coalesce(string_agg(E'\n' || person_search_form(
         coalesce(one ->> 'firstName', ''), coalesce(one ->> 'lastName', ''), coalesce(one ->> 'email', '')), ''), '')
       FROM jsonb_array_elements(the_order.named_attendees) AS one) ELSE '' END;

CREATE FUNCTION fill_order_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search_text := order_search_form(NEW);
  RETURN NEW;
END
$$;
CREATE TRIGGER orders_fill_search
  BEFORE INSERT OR UPDATE OF
    search_text, organizer_first_name, organizer_last_name, organizer_email, transaction_id, named_attendees, paid_at
  ON orders FOR EACH ROW EXECUTE FUNCTION fill_order_search();

CREATE FUNCTION fill_registration_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search_text := person_search_form(NEW.first_name, NEW.last_name, NEW.email);
  RETURN NEW;
END
$$;
CREATE TRIGGER registrations_fill_search
  BEFORE INSERT OR UPDATE OF search_text, first_name, last_name, email
  ON registrations FOR EACH ROW EXECUTE FUNCTION fill_registration_search();
