-- When voiding started for a charge without a response. Until it ends, the attempt's money doesn't count: what the
-- provider reported before the void may no longer hold after it.
ALTER TABLE payment_attempts ADD COLUMN voiding_since timestamptz;
