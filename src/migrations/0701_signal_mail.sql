-- Made by `npm run migration` from the configuration.

CREATE INDEX IF NOT EXISTS "brand_authorized_from_index" ON "brand" ("authorized_from");
CREATE INDEX IF NOT EXISTS "brand_authorized_until_index" ON "brand" ("authorized_until");
ALTER TABLE "signal_target" ALTER COLUMN "address" DROP NOT NULL;
ALTER TABLE "signal_target" ADD COLUMN IF NOT EXISTS "recipient" text;
ALTER TABLE "signal_target" ADD COLUMN IF NOT EXISTS "language" text;
ALTER TABLE "signal_target" DROP CONSTRAINT IF EXISTS "signal_target_kind_holds", ADD CONSTRAINT "signal_target_kind_holds" CHECK ("kind" IN ('webhook', 'postbackGet', 'postbackPost', 'email')) NOT VALID;
COMMENT ON CONSTRAINT "signal_target_kind_holds" ON "signal_target" IS 'CHECK ("kind" IN (''webhook'', ''postbackGet'', ''postbackPost'', ''email''))';
ALTER TABLE "signal_target" VALIDATE CONSTRAINT "signal_target_kind_holds";
ALTER TABLE "signal_target" DROP CONSTRAINT IF EXISTS "signal_target_recipient_holds", ADD CONSTRAINT "signal_target_recipient_holds" CHECK (char_length("recipient") <= 254);
COMMENT ON CONSTRAINT "signal_target_recipient_holds" ON "signal_target" IS 'CHECK (char_length("recipient") <= 254)';
ALTER TABLE "signal_target" DROP CONSTRAINT IF EXISTS "signal_target_language_holds", ADD CONSTRAINT "signal_target_language_holds" CHECK ("language" IN ('pt', 'en', 'es'));
COMMENT ON CONSTRAINT "signal_target_language_holds" ON "signal_target" IS 'CHECK ("language" IN (''pt'', ''en'', ''es''))';
