-- When a page may next make this server ask the provider about the attempt. While a look is under way it lies after the
-- longest time that one may take, so that of several processes one asks.
ALTER TABLE payment_attempts ADD COLUMN next_look_at timestamptz;
