-- Tries per key and window, counted across all processes. Unlogged: a crash may lose them.
CREATE UNLOGGED TABLE rate_limits (
  key text NOT NULL,
  started_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (key, started_at)
);
CREATE INDEX rate_limits_ends_at ON rate_limits (ends_at);
