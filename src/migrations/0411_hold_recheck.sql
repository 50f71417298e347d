-- A hold about whose a key is does not end because the key changes: the gateway is asked about the new one, from this moment on (docs/decisions/payouts.md).
ALTER TABLE owner_hold ADD COLUMN IF NOT EXISTS recheck_at timestamptz;
CREATE INDEX IF NOT EXISTS owner_hold_recheck ON owner_hold (recheck_at) WHERE recheck_at IS NOT NULL AND released_at IS NULL;
