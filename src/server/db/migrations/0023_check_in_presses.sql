-- The press of the button that made a check-in, by the browser's id for it. A retry after a lost response has the same
-- id and gets the same answer.
ALTER TABLE check_ins ADD COLUMN press_id uuid;
CREATE UNIQUE INDEX check_ins_press ON check_ins (press_id);
