-- Badges in files to print. A table of its own, so that a print of thousands neither waits for the door nor holds it up.
CREATE TABLE badges (
  file uuid NOT NULL,
  registration_id integer NOT NULL REFERENCES registrations (id) ON DELETE CASCADE,
  -- A print of what the badge says and opens. One that says something else now counts as not printed.
  says text NOT NULL,
  made_at timestamptz NOT NULL,
  printed_at timestamptz,
  PRIMARY KEY (file, registration_id)
);
CREATE INDEX badges_by_registration ON badges (registration_id);
