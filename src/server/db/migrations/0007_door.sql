-- The door: its phones, its log, and what phones fetch.

CREATE TABLE door_invitations (
  id serial PRIMARY KEY,
  -- SHA-256 of the secret in the invitation's link.
  secret_hash bytea NOT NULL UNIQUE,
  role text NOT NULL CHECK (role IN ('steward', 'supervisor')),
  max_phones integer NOT NULL CHECK (max_phones BETWEEN 1 AND 50),
  ends_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  created_by text NOT NULL,
  revoked_at timestamptz
);

CREATE TABLE door_phones (
  id uuid PRIMARY KEY,
  invitation_id integer NOT NULL REFERENCES door_invitations (id),
  -- SHA-256 of the secret in the phone's cookie.
  secret_hash bytea NOT NULL UNIQUE,
  person text NOT NULL,
  door text NOT NULL,
  role text NOT NULL CHECK (role IN ('steward', 'supervisor')),
  joined_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  revoked_at timestamptz,
  -- The same browser's previous phone, which ends once this one has made contact.
  replaces uuid REFERENCES door_phones (id),
  -- As reported at the phone's last contact.
  last_seen_at timestamptz NOT NULL,
  tickets integer NOT NULL DEFAULT 0,
  waiting integer NOT NULL DEFAULT 0,
  is_ready boolean NOT NULL DEFAULT false
);
CREATE INDEX door_phones_by_invitation ON door_phones (invitation_id);

-- The door's log. A person's standing is computed from it (src/domain/standing.ts), and check_ins is rewritten from it.
CREATE TABLE scans (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('admit', 'undo', 'settle', 'name')),
  -- Null at the desk.
  device uuid REFERENCES door_phones (id),
  role text NOT NULL CHECK (role IN ('steward', 'supervisor', 'staff')),
  made_by text NOT NULL,
  door text,
  order_id integer NOT NULL,
  -- The person: a registration, or the seat that the `name` row with this id filled. Neither is a foreign key, because
  -- the log outlives both.
  registration_id integer,
  seat uuid,
  -- In the event's zone.
  day date NOT NULL,
  refers_to uuid,
  outcome text CHECK (outcome IN ('same_person', 'two_people')),
  first_name text,
  last_name text,
  practice boolean NOT NULL DEFAULT false,
  -- The phone's clock, corrected by the last measured offset, and uncorrected.
  decided_at timestamptz NOT NULL,
  phone_clock timestamptz,
  received_at timestamptz NOT NULL,
  method text CHECK (method IN ('qr_scan', 'manual_lookup', 'party', 'paper')),
  list_version text,
  -- SHA-256 of the ticket's code in that list, in base64url.
  code_hash text,
  notes text,
  -- Decided before the phone was revoked or had ended, but received after.
  from_revoked boolean NOT NULL DEFAULT false,
  CHECK ((registration_id IS NULL) <> (seat IS NULL)),
  CHECK ((kind IN ('undo', 'settle')) = (refers_to IS NOT NULL)),
  CHECK ((kind = 'settle') = (outcome IS NOT NULL)),
  CHECK ((kind = 'name') = (first_name IS NOT NULL AND last_name IS NOT NULL)),
  CHECK ((kind = 'name') <= (seat = id))
);
CREATE INDEX scans_by_registration ON scans (registration_id, day) WHERE registration_id IS NOT NULL;
CREATE INDEX scans_by_seat ON scans (seat, day) WHERE seat IS NOT NULL;
CREATE INDEX scans_by_order ON scans (order_id);
CREATE INDEX scans_by_reference ON scans (refers_to) WHERE refers_to IS NOT NULL;

-- The log is append-only. Erasure blanks names and notes, and nothing else.
CREATE FUNCTION keep_scans() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  personal text[] := ARRAY['made_by', 'first_name', 'last_name', 'notes'];
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('summit.blanking_scans', true) = 'on'
    AND to_jsonb(NEW) - personal = to_jsonb(OLD) - personal
    AND NEW.made_by IN (OLD.made_by, 'erased')
    AND coalesce(NEW.first_name IN (OLD.first_name, 'Erased'), OLD.first_name IS NULL)
    AND coalesce(NEW.last_name IN (OLD.last_name, 'person'), OLD.last_name IS NULL)
    AND (NEW.notes IS NULL OR NEW.notes = OLD.notes)
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'scans is append-only: % refused', TG_OP USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE TRIGGER scans_rows_stay BEFORE UPDATE OR DELETE ON scans FOR EACH ROW EXECUTE FUNCTION keep_scans();
CREATE TRIGGER scans_stay BEFORE TRUNCATE ON scans FOR EACH STATEMENT EXECUTE FUNCTION keep_scans();

CREATE TABLE check_ins (
  id serial PRIMARY KEY,
  registration_id integer NOT NULL REFERENCES registrations (id) ON DELETE CASCADE,
  qr_code_id integer REFERENCES qr_codes (id) ON DELETE SET NULL,
  checked_in_by text NOT NULL,
  checked_in_at timestamptz NOT NULL,
  location text,
  method text NOT NULL DEFAULT 'qr_scan' CHECK (method IN ('qr_scan', 'manual_lookup', 'party', 'paper')),
  notes text,
  -- The calendar day in the event's zone that this admission is for.
  admitted_on date NOT NULL,
  undone_at timestamptz,
  undone_by text,
  -- The scan in the log, at the desk by the browser's id for the press of the button: a retry after a lost response has
  -- the same id and gets the same answer.
  press_id uuid NOT NULL DEFAULT gen_random_uuid()
);
CREATE UNIQUE INDEX check_ins_once_a_day ON check_ins (registration_id, admitted_on) WHERE undone_at IS NULL;
CREATE INDEX check_ins_by_day ON check_ins (admitted_on, checked_in_at DESC) WHERE undone_at IS NULL;
CREATE UNIQUE INDEX check_ins_press ON check_ins (press_id);
-- Each undo at the door reads its person's check-ins.
CREATE INDEX check_ins_by_person ON check_ins (registration_id);

-- What phones fetch: orders stamped with the transaction that changed them. Only transactions older than every running
-- one are served, so that none that commits late is missed. Rows are only added, so that writers never wait for each
-- other.
CREATE TABLE door_changes (
  order_id integer NOT NULL,
  changed xid8 NOT NULL DEFAULT pg_current_xact_id()
);
CREATE INDEX door_changes_since ON door_changes (changed, order_id);

-- Transaction numbers are meaningful only within one database server. Phones' cursors contain this id, so that after a
-- restore into another server they fetch the whole list. Backups omit it, like door_changes.
CREATE TABLE door_feed (id uuid PRIMARY KEY DEFAULT gen_random_uuid());
INSERT INTO door_feed DEFAULT VALUES;

CREATE FUNCTION stamp_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO door_changes (order_id) VALUES (OLD.id);
  RETURN NULL;
END
$$;
CREATE FUNCTION stamp_orders_of() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO door_changes (order_id) SELECT DISTINCT order_id FROM touched;
  RETURN NULL;
END
$$;
CREATE FUNCTION stamp_order_of() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO door_changes (order_id) VALUES (OLD.order_id);
  RETURN NULL;
END
$$;
-- Only for columns that phones keep: an order being paid changes often.
CREATE TRIGGER orders_changed AFTER UPDATE ON orders FOR EACH ROW
  WHEN ((OLD.payment_status, OLD.organization, OLD.organizer_phone, OLD.event_type, OLD.package_size,
      OLD.team_member_count, OLD.seats_returned)
    IS DISTINCT FROM (NEW.payment_status, NEW.organization, NEW.organizer_phone, NEW.event_type, NEW.package_size,
      NEW.team_member_count, NEW.seats_returned))
  EXECUTE FUNCTION stamp_order();
CREATE TRIGGER orders_gone AFTER DELETE ON orders FOR EACH ROW EXECUTE FUNCTION stamp_order();
CREATE TRIGGER registrations_changed AFTER UPDATE ON registrations FOR EACH ROW
  WHEN ((OLD.first_name, OLD.last_name, OLD.email, OLD.track, OLD.voided_at, OLD.seat)
    IS DISTINCT FROM (NEW.first_name, NEW.last_name, NEW.email, NEW.track, NEW.voided_at, NEW.seat))
  EXECUTE FUNCTION stamp_order_of();
CREATE TRIGGER registrations_gone AFTER DELETE ON registrations FOR EACH ROW EXECUTE FUNCTION stamp_order_of();
CREATE TRIGGER registrations_added AFTER INSERT ON registrations REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION stamp_orders_of();
CREATE TRIGGER scans_added AFTER INSERT ON scans REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION stamp_orders_of();
-- A pending refund takes free seats from its order, and returns them if it fails.
CREATE TRIGGER refunds_added AFTER INSERT ON refunds REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION stamp_orders_of();
CREATE TRIGGER refunds_changed AFTER UPDATE ON refunds FOR EACH ROW
  WHEN ((OLD.state, OLD.seats, OLD.registration_ids) IS DISTINCT FROM (NEW.state, NEW.seats, NEW.registration_ids))
  EXECUTE FUNCTION stamp_order_of();

-- Codes whose registration was deleted or erased. The door refuses them as removed instead of unknown. A hash of 136
-- random bits identifies nobody and opens nothing; it can be found only with the code itself.
CREATE TABLE ended_codes (
  hash text PRIMARY KEY
);

-- Phones fetch the list of ended codes again when it grew. Order 0, which no order is, stands for the list, so that a
-- code carries no time by which it could be traced to its order.
CREATE FUNCTION keep_ended_code() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ended_codes VALUES (encode(sha256(convert_to(OLD.qr_code_data, 'UTF8')), 'hex')) ON CONFLICT DO NOTHING;
  INSERT INTO door_changes (order_id) VALUES (0);
  RETURN NULL;
END
$$;
-- Whether a registration, an order or an erasure deletes it.
CREATE TRIGGER codes_gone_are_kept AFTER DELETE ON qr_codes FOR EACH ROW EXECUTE FUNCTION keep_ended_code();
