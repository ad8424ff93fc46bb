-- Since when the key of a card that got no answer is being voided. Money of the attempt is not taken for good meanwhile:
-- what the provider told before the void may no longer be true after it.
ALTER TABLE payment_attempts ADD COLUMN voiding_since timestamptz;
