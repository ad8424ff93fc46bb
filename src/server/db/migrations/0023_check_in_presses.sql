-- The press of the button that made a check-in, by the id that the browser gave it. A press whose answer was lost is sent
-- again under the same id and is told again that it admitted.
ALTER TABLE check_ins ADD COLUMN press_id uuid;
CREATE UNIQUE INDEX check_ins_press ON check_ins (press_id);
