-- Checkout pages look up their orders by the checkout's id, whatever the orders' status.
CREATE INDEX orders_by_checkout ON orders (checkout_id) WHERE checkout_id IS NOT NULL;
