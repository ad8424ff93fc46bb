-- The job queue creates the rest. When two processes first started at once, both tried to create this schema, and one
-- failed.
CREATE SCHEMA IF NOT EXISTS jobs;
