-- Transaction numbers are meaningful only within one database server. Phones' cursors contain this id, so that after a
-- restore into another server they fetch the whole list. Backups omit it, like door_changes.
CREATE TABLE door_feed (id uuid PRIMARY KEY DEFAULT gen_random_uuid());
INSERT INTO door_feed DEFAULT VALUES;
