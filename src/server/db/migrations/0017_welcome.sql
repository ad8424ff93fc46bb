-- When the buyer was first told about the payment: pages announce and count it once per order.
ALTER TABLE orders ADD COLUMN welcomed_at timestamptz;
