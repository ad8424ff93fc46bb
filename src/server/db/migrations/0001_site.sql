-- The site itself: who signs in, what the public pages show, and what belongs to no feature.

-- Distinguishes this installation from others on the same provider account. One row, created at the first start; it
-- moves with the data, so that a restored backup still recognizes its own payments.
CREATE TABLE installation (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  is_only boolean NOT NULL DEFAULT true UNIQUE CHECK (is_only)
);

-- The job queue creates the rest. When two processes first started at once, both tried to create this schema, and one
-- failed.
CREATE SCHEMA IF NOT EXISTS jobs;

-- For statements that are sent together with COMMIT: what may not be stored must fail in the database.
CREATE FUNCTION refuse(reason text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION USING ERRCODE = 'SR001', MESSAGE = reason;
END
$$;

CREATE TABLE sessions (
  sid text PRIMARY KEY,
  sess jsonb NOT NULL,
  expire timestamptz NOT NULL
);
CREATE INDEX sessions_expire ON sessions (expire);

CREATE TABLE users (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  email text NOT NULL UNIQUE,
  first_name text,
  last_name text,
  profile_image_url text,
  -- The identity provider's id of the person; an email address may move to another account.
  issuer text NOT NULL,
  subject text NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (issuer, subject)
);

CREATE TABLE admin_users (
  id serial PRIMARY KEY,
  username text NOT NULL UNIQUE,
  password text NOT NULL,
  role text NOT NULL DEFAULT 'admin',
  -- Unused passwords are deleted, including those of people who never signed in.
  set_at timestamptz NOT NULL DEFAULT now()
);

-- Tries per key and window, counted across all processes. Unlogged: a crash may lose them.
CREATE UNLOGGED TABLE rate_limits (
  key text NOT NULL,
  started_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (key, started_at)
);
CREATE INDEX rate_limits_ends_at ON rate_limits (ends_at);

CREATE TABLE speakers (
  id serial PRIMARY KEY,
  name text NOT NULL,
  title text,
  bio text,
  image_url text,
  featured boolean NOT NULL DEFAULT false,
  marker text CHECK (marker IN ('emcee', 'keynote', 'mystery')),
  mystery_until timestamptz,
  position integer NOT NULL DEFAULT 0,
  -- To detect concurrent edits.
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- Named by a hash of their content.
CREATE TABLE speaker_pictures (
  name text PRIMARY KEY,
  content bytea NOT NULL,
  created_at timestamptz NOT NULL
);

CREATE TABLE newsletter_signups (
  id serial PRIMARY KEY,
  email text NOT NULL UNIQUE,
  first_name text NOT NULL,
  last_name text NOT NULL,
  organization text,
  source text NOT NULL DEFAULT 'hero' CHECK (source IN ('hero', 'footer', 'registration_section')),
  created_at timestamptz NOT NULL
);
