-- A checkout is asked for by its id whenever its pages are read, whatever became of its orders.
CREATE INDEX orders_by_checkout ON orders (checkout_id) WHERE checkout_id IS NOT NULL;
