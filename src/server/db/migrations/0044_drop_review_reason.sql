-- Nothing read it: staff see why an order is under review in its case.
ALTER TABLE orders DROP COLUMN review_reason;
