-- Searches compare small letters: LIKE looks at a row in a third of the time that ILIKE takes, and counting what a search
-- finds looks at them all.
ALTER TABLE registrations DROP COLUMN search_text;
ALTER TABLE registrations ADD COLUMN search_text text NOT NULL
  GENERATED ALWAYS AS (lower(first_name || ' ' || last_name || E'\n' || email)) STORED;
CREATE INDEX registrations_search ON registrations USING gin (search_text gin_trgm_ops);

ALTER TABLE orders DROP COLUMN search_text;
ALTER TABLE orders ADD COLUMN search_text text NOT NULL
  GENERATED ALWAYS AS
    (lower(organizer_first_name || ' ' || organizer_last_name || E'\n' || organizer_email || E'\n' || transaction_id)) STORED;
CREATE INDEX orders_search ON orders USING gin (search_text gin_trgm_ops);
