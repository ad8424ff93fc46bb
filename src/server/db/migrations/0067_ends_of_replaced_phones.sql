-- A phone that joined again ends its previous identity; only phones that staff revoked stay revoked.
UPDATE door_phones AS former
SET ends_at = least(ends_at, revoked_at), revoked_at = NULL
WHERE revoked_at IS NOT NULL
  AND EXISTS (SELECT FROM door_phones WHERE replaces = former.id)
  AND NOT EXISTS (
    SELECT FROM registration_audit WHERE action = 'door_phone_revoked' AND details->>'phone' = former.id::text
  );
