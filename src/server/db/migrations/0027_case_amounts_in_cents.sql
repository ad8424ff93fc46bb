-- Payment cases stored their order's price in dollars, as text; every amount in `details` is now in cents.

UPDATE payment_cases
SET details = jsonb_set(details, '{wanted}', to_jsonb(((details ->> 'wanted')::numeric * 100)::integer))
WHERE jsonb_typeof(details -> 'wanted') = 'string';
