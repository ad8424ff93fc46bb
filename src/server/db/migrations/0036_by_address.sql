-- People find their tickets by email address, which must not get slower with more orders.
CREATE INDEX registrations_by_address ON registrations (lower(email));
CREATE INDEX orders_by_address ON orders (lower(organizer_email));
