-- Badges in files to print. A separate table, so that printing thousands neither waits for the door nor blocks it.
CREATE TABLE badges (
  file uuid NOT NULL,
  registration_id integer NOT NULL REFERENCES registrations (id) ON DELETE CASCADE,
  -- A fingerprint of the badge's text and code. If it has changed, the badge counts as unprinted.
  says text NOT NULL,
  made_at timestamptz NOT NULL,
  printed_at timestamptz,
  PRIMARY KEY (file, registration_id)
);
CREATE INDEX badges_by_registration ON badges (registration_id);
