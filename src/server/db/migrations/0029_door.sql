-- The door's log. A person's standing is computed from it (src/domain/standing.ts), and check_ins is rewritten from it.

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
  -- As reported at the phone's last contact.
  last_seen_at timestamptz NOT NULL,
  tickets integer NOT NULL DEFAULT 0,
  waiting integer NOT NULL DEFAULT 0,
  is_ready boolean NOT NULL DEFAULT false
);
CREATE INDEX door_phones_by_invitation ON door_phones (invitation_id);

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

-- New methods: by a phone, for several seats, or from paper. The rest of the check is unchanged.
ALTER TABLE check_ins DROP CONSTRAINT check_ins_method_check;
ALTER TABLE check_ins ADD CONSTRAINT check_ins_method_check
  CHECK (method IN ('qr_scan', 'manual_lookup', 'party', 'paper')) NOT VALID;

ALTER TABLE registration_audit DROP CONSTRAINT registration_audit_actor_kind_check;
ALTER TABLE registration_audit ADD CONSTRAINT registration_audit_actor_kind_check
  CHECK (actor_kind IN ('staff', 'door', 'buyer', 'visitor', 'job', 'webhook', 'operator')) NOT VALID;

-- A check-in's press is the scan in the log. An older process without the log still stores its own.
UPDATE check_ins SET press_id = gen_random_uuid() WHERE press_id IS NULL;
ALTER TABLE check_ins ALTER COLUMN press_id SET DEFAULT gen_random_uuid(), ALTER COLUMN press_id SET NOT NULL;
INSERT INTO scans (id, kind, role, made_by, door, order_id, registration_id, day, decided_at, received_at, method, notes)
  SELECT press_id, 'admit', 'staff', checked_in_by, location, order_id, registration_id, admitted_on, check_ins.checked_in_at,
    check_ins.checked_in_at, method, notes
  FROM check_ins JOIN registrations ON registrations.id = registration_id;
INSERT INTO scans (id, kind, role, made_by, order_id, registration_id, day, refers_to, decided_at, received_at)
  SELECT gen_random_uuid(), 'undo', 'staff', coalesce(undone_by, 'unknown'), order_id, registration_id, admitted_on, press_id,
    undone_at, undone_at
  FROM check_ins JOIN registrations ON registrations.id = registration_id WHERE undone_at IS NOT NULL;

-- A seat that was named at the door, by the id of the naming scan.
ALTER TABLE registrations ADD COLUMN seat uuid;
CREATE UNIQUE INDEX registrations_seat ON registrations (seat);

-- Every code ever issued; one per registration is current. A replaced code is refused as replaced.
ALTER TABLE qr_codes ADD COLUMN replaced_at timestamptz;
ALTER TABLE qr_codes DROP CONSTRAINT qr_codes_registration_id_key;
CREATE UNIQUE INDEX qr_codes_current ON qr_codes (registration_id) WHERE replaced_at IS NULL;
CREATE INDEX qr_codes_by_registration ON qr_codes (registration_id);

-- What phones fetch: orders stamped with the transaction that changed them. Only transactions older than every running
-- one are served, so that none that commits late is missed. Rows are only added, so that writers never wait for each
-- other.
CREATE TABLE door_changes (
  order_id integer NOT NULL,
  changed xid8 NOT NULL DEFAULT pg_current_xact_id()
);
CREATE INDEX door_changes_since ON door_changes (changed, order_id);

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
  WHEN ((OLD.payment_status, OLD.organization, OLD.organizer_phone, OLD.event_type, OLD.package_size, OLD.team_member_count,
      OLD.seats_returned)
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
