-- The keys and order of a deal's terms; what they say stays in the columns it had.
ALTER TABLE "reward" ADD COLUMN IF NOT EXISTS "terms" jsonb NOT NULL DEFAULT '[]'::jsonb;
ALTER TABLE "reward_profile" ADD COLUMN IF NOT EXISTS "terms" jsonb NOT NULL DEFAULT '[]'::jsonb;
