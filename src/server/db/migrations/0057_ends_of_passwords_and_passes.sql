-- Unused passwords are deleted, including those of people who never signed in. Earlier ones count from this migration.
ALTER TABLE admin_users ADD COLUMN set_at timestamptz NOT NULL DEFAULT now();
-- Passes whose retention period is over. Those that somebody may have saved in Google Wallet are deleted only once
-- Google has removed the name and code from its copy.
ALTER TABLE wallet_passes ADD COLUMN is_over boolean NOT NULL DEFAULT false;
