-- The job queue creates the rest. Two processes whose first start is the same moment could both create this, and one failed.
CREATE SCHEMA IF NOT EXISTS jobs;
