-- The same browser's previous phone, which ends once this one has made contact.
ALTER TABLE door_phones ADD COLUMN replaces uuid REFERENCES door_phones (id);
