-- Phones fetch the list of ended codes again when it grew. Order 0, which no order is, stands for the list, so that a code carries no
-- time by which it could be traced to its order.
CREATE OR REPLACE FUNCTION keep_ended_code() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ended_codes VALUES (encode(sha256(convert_to(OLD.qr_code_data, 'UTF8')), 'hex')) ON CONFLICT DO NOTHING;
  INSERT INTO door_changes (order_id) VALUES (0);
  RETURN NULL;
END
$$;
