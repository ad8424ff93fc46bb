-- Codes whose registration was deleted or erased. The door refuses them as removed instead of unknown. A hash of 136
-- random bits identifies nobody and opens nothing; it can be found only with the code itself.
CREATE TABLE ended_codes (
  hash text PRIMARY KEY
);

CREATE FUNCTION keep_ended_code() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ended_codes VALUES (encode(sha256(convert_to(OLD.qr_code_data, 'UTF8')), 'hex')) ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
-- Whether a registration, an order or an erasure deletes it.
CREATE TRIGGER codes_gone_are_kept AFTER DELETE ON qr_codes FOR EACH ROW EXECUTE FUNCTION keep_ended_code();
