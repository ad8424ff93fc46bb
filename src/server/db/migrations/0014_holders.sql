-- The address and browser that placed an open order, as marks that can be compared without revealing either. Both are
-- cleared once the order is no longer open.
ALTER TABLE orders
  ADD COLUMN held_from text,
  ADD COLUMN held_by text;
