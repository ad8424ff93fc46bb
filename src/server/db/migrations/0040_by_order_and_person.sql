-- Each settlement reads the attempts of its order, and each undo at the door the check-ins of its person. Both read the whole table.
CREATE INDEX payment_attempts_by_order ON payment_attempts (order_id);
CREATE INDEX check_ins_by_person ON check_ins (registration_id);
