-- Each settlement reads its order's attempts, and each undo at the door its person's check-ins. Both scanned the whole
-- table.
CREATE INDEX payment_attempts_by_order ON payment_attempts (order_id);
CREATE INDEX check_ins_by_person ON check_ins (registration_id);
