-- Whoever looks for their ticket types an email address; the answer must not take longer where there are more orders.
CREATE INDEX registrations_by_address ON registrations (lower(email));
CREATE INDEX orders_by_address ON orders (lower(organizer_email));
