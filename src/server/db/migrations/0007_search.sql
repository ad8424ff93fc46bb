-- What staff search people and orders by, in one column and one index each. A line break stands between the parts,
-- so that nothing that is typed spans two of them. pg_trgm comes with PostgreSQL and is a trusted extension.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

ALTER TABLE registrations ADD COLUMN search_text text NOT NULL
  GENERATED ALWAYS AS (first_name || ' ' || last_name || E'\n' || email) STORED;
CREATE INDEX registrations_search ON registrations USING gin (search_text gin_trgm_ops);

ALTER TABLE orders ADD COLUMN search_text text NOT NULL
  GENERATED ALWAYS AS
    (organizer_first_name || ' ' || organizer_last_name || E'\n' || organizer_email || E'\n' || transaction_id) STORED;
CREATE INDEX orders_search ON orders USING gin (search_text gin_trgm_ops);
