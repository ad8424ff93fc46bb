-- When checks of a payment began to fail; null once one succeeds.
ALTER TABLE payment_attempts ADD COLUMN failing_since timestamptz;
