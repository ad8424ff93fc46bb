-- Separate from 0020, so that nobody waits for more than the few rows whose search text changes.
UPDATE orders SET search_text = '' WHERE search_text <> order_search_form(orders);
UPDATE registrations SET search_text = '' WHERE search_text <> person_search_form(first_name, last_name, email);
