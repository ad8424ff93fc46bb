-- For statements that are sent together with COMMIT: what may not be stored must fail in the database.
CREATE FUNCTION refuse(reason text) RETURNS boolean LANGUAGE plpgsql AS $refuse$
BEGIN
  RAISE EXCEPTION USING ERRCODE = 'SR001', MESSAGE = reason;
END
$refuse$;
