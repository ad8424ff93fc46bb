-- When a speaker was last changed, so that two who edit at once are told; and pictures, named by their content.
ALTER TABLE speakers ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();

CREATE TABLE speaker_pictures (
  name text PRIMARY KEY,
  content bytea NOT NULL,
  created_at timestamptz NOT NULL
);
