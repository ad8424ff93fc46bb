-- When a speaker was last changed, to detect concurrent edits; and pictures, named by a hash of their content.
ALTER TABLE speakers ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();

CREATE TABLE speaker_pictures (
  name text PRIMARY KEY,
  content bytea NOT NULL,
  created_at timestamptz NOT NULL
);
