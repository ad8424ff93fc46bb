-- Passes in phones' wallets, and the phones that Apple notifies when one changes.

-- One per code, created when somebody first requests it. No foreign keys: a pass outlives its ticket, to show that it
-- has ended.
CREATE TABLE wallet_passes (
  serial uuid PRIMARY KEY,
  code_id integer NOT NULL UNIQUE,
  order_id integer NOT NULL,
  -- The token with which a phone fetches this pass again. It is in every copy of the pass, so it never changes.
  token text NOT NULL,
  -- The fingerprint of the event's content that phones were last notified about.
  content text NOT NULL,
  -- 0 until the pass changes for the first time.
  version bigint NOT NULL DEFAULT 0,
  -- The version that Google was last notified about. Null until somebody got a link to save it there.
  google_version bigint,
  is_due boolean NOT NULL DEFAULT false,
  -- Whether its retention period is over. A pass that somebody may have saved in Google Wallet is deleted only once
  -- Google has removed the name and code from its copy.
  is_over boolean NOT NULL DEFAULT false,
  made_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX wallet_passes_by_order ON wallet_passes (order_id);
CREATE INDEX wallet_passes_due ON wallet_passes (serial) WHERE is_due;
CREATE INDEX wallet_passes_behind_at_google ON wallet_passes (version) WHERE google_version < version;
CREATE SEQUENCE wallet_versions;

CREATE TABLE wallet_devices (
  device_id text NOT NULL,
  serial uuid NOT NULL REFERENCES wallet_passes (serial) ON DELETE CASCADE,
  push_token text NOT NULL,
  -- The version of the pass that Apple was last notified about for this phone.
  pushed bigint NOT NULL DEFAULT 0,
  registered_at timestamptz NOT NULL,
  PRIMARY KEY (device_id, serial)
);
CREATE INDEX wallet_devices_by_pass ON wallet_devices (serial);

-- Triggers mark the passes of a changed ticket, so that no verb can forget to. A job does the rest.
CREATE FUNCTION mark_passes_of_code() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE wallet_passes SET is_due = true WHERE code_id = OLD.id AND NOT is_due;
  RETURN NULL;
END
$$;
CREATE FUNCTION mark_passes_of_registration() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE wallet_passes SET is_due = true
    WHERE code_id IN (SELECT id FROM qr_codes WHERE registration_id = OLD.id AND replaced_at IS NULL) AND NOT is_due;
  RETURN NULL;
END
$$;
CREATE FUNCTION mark_passes_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE wallet_passes SET is_due = true WHERE order_id = OLD.id AND NOT is_due;
  RETURN NULL;
END
$$;
CREATE TRIGGER codes_mark_passes AFTER UPDATE ON qr_codes FOR EACH ROW
  WHEN (OLD.replaced_at IS DISTINCT FROM NEW.replaced_at) EXECUTE FUNCTION mark_passes_of_code();
CREATE TRIGGER codes_gone_mark_passes AFTER DELETE ON qr_codes FOR EACH ROW EXECUTE FUNCTION mark_passes_of_code();
CREATE TRIGGER registrations_mark_passes AFTER UPDATE ON registrations FOR EACH ROW
  WHEN ((OLD.first_name, OLD.last_name, OLD.track, OLD.voided_at)
    IS DISTINCT FROM (NEW.first_name, NEW.last_name, NEW.track, NEW.voided_at))
  EXECUTE FUNCTION mark_passes_of_registration();
-- An order that is paid for the first time has no passes yet.
CREATE TRIGGER orders_mark_passes AFTER UPDATE ON orders FOR EACH ROW
  WHEN (OLD.payment_status <> NEW.payment_status AND OLD.payment_status <> 'pending')
  EXECUTE FUNCTION mark_passes_of_order();
