-- When the buyer was first told of the payment: the pages say it, and count it, once per order.
ALTER TABLE orders ADD COLUMN welcomed_at timestamptz;
