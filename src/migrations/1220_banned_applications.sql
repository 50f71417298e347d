-- Made by `npm run migration` from the configuration.

ALTER TABLE "application" ADD COLUMN IF NOT EXISTS "banned_affiliate" bigint;
ALTER TABLE "application" ADD COLUMN IF NOT EXISTS "banned_partner" bigint;
CREATE INDEX IF NOT EXISTS "application_banned_affiliate_index" ON "application" ("banned_affiliate");
CREATE INDEX IF NOT EXISTS "application_banned_partner_index" ON "application" ("banned_partner");
ALTER TABLE "application" DROP CONSTRAINT IF EXISTS "application_state_holds", ADD CONSTRAINT "application_state_holds" CHECK ("state" IN ('new', 'asked', 'approved', 'refused', 'banned')) NOT VALID;
COMMENT ON CONSTRAINT "application_state_holds" ON "application" IS 'CHECK ("state" IN (''new'', ''asked'', ''approved'', ''refused'', ''banned''))';
ALTER TABLE "application" VALIDATE CONSTRAINT "application_state_holds";
ALTER TABLE "application" DROP CONSTRAINT IF EXISTS "application_banned_affiliate_refers", ADD CONSTRAINT "application_banned_affiliate_refers" FOREIGN KEY ("banned_affiliate") REFERENCES "affiliate" ("id") ON DELETE CASCADE;
COMMENT ON CONSTRAINT "application_banned_affiliate_refers" ON "application" IS 'FOREIGN KEY ("banned_affiliate") REFERENCES "affiliate" ("id") ON DELETE CASCADE';
ALTER TABLE "application" DROP CONSTRAINT IF EXISTS "application_banned_partner_refers", ADD CONSTRAINT "application_banned_partner_refers" FOREIGN KEY ("banned_partner") REFERENCES "partner" ("id") ON DELETE CASCADE;
COMMENT ON CONSTRAINT "application_banned_partner_refers" ON "application" IS 'FOREIGN KEY ("banned_partner") REFERENCES "partner" ("id") ON DELETE CASCADE';
