-- The version of a pass that Google was last notified about. Null until somebody got a link to save it there.
ALTER TABLE wallet_passes ADD COLUMN google_version bigint;
-- Passes saved before this migration are notified of the next change.
UPDATE wallet_passes SET google_version = version;
CREATE INDEX wallet_passes_behind_at_google ON wallet_passes (version) WHERE google_version < version;
