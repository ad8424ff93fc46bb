-- Numbers of transactions mean something within one database server only. Phones' cursors carry this id, so that after a restore
-- into another one they fetch the whole list. Backups leave it out, as they do door_changes.
CREATE TABLE door_feed (id uuid PRIMARY KEY DEFAULT gen_random_uuid());
INSERT INTO door_feed DEFAULT VALUES;
