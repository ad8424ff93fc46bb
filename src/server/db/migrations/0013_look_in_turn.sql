-- When a page may next make the server ask the provider about the attempt. While a request is in flight, this lies
-- after its longest duration, so that only one of several processes asks.
ALTER TABLE payment_attempts ADD COLUMN next_look_at timestamptz;
