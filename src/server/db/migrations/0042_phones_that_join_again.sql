-- The phone that the same browser was before; it ends once this one has made contact.
ALTER TABLE door_phones ADD COLUMN replaces uuid REFERENCES door_phones (id);
