-- The language of an affiliate's or partner's statements (docs/decisions/statements.md); whoever prints one chooses where it is empty.

ALTER TABLE "affiliate" ADD COLUMN IF NOT EXISTS "language" text;
ALTER TABLE "affiliate" DROP CONSTRAINT IF EXISTS "affiliate_language_holds", ADD CONSTRAINT "affiliate_language_holds" CHECK ("language" IN ('pt', 'en', 'es'));
COMMENT ON CONSTRAINT "affiliate_language_holds" ON "affiliate" IS 'CHECK ("language" IN (''pt'', ''en'', ''es''))';
ALTER TABLE "partner" ADD COLUMN IF NOT EXISTS "language" text;
ALTER TABLE "partner" DROP CONSTRAINT IF EXISTS "partner_language_holds", ADD CONSTRAINT "partner_language_holds" CHECK ("language" IN ('pt', 'en', 'es'));
COMMENT ON CONSTRAINT "partner_language_holds" ON "partner" IS 'CHECK ("language" IN (''pt'', ''en'', ''es''))';
