-- A page of an alphabetical list is read in order instead of sorting everybody each time. und-x-icu comes with every
-- PostgreSQL that has ICU.
CREATE INDEX registrations_by_name ON registrations
  (last_name COLLATE "und-x-icu", first_name COLLATE "und-x-icu", id);
CREATE INDEX orders_by_organizer ON orders
  (organizer_last_name COLLATE "und-x-icu", organizer_first_name COLLATE "und-x-icu", id);
