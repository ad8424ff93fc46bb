-- The decision stood before its note, and was lost with it when a person's name in the note was erased.
ALTER TABLE payment_cases ADD COLUMN decision text CHECK (decision IN ('accept', 'refund', 'dismiss'));
UPDATE payment_cases
SET decision = substring(resolution FROM '^(accept|refund|dismiss)(?::|$)'),
    resolution = nullif(regexp_replace(resolution, '^(accept|refund|dismiss)(: |$)', ''), '')
WHERE resolution ~ '^(accept|refund|dismiss)(: |$)';
