-- From which address and by which browser an open order was placed, as marks that tell one from another without
-- showing which. Both are cleared once the order is no longer open.
ALTER TABLE orders
  ADD COLUMN held_from text,
  ADD COLUMN held_by text;
