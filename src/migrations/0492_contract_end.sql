-- The end of a contract with an affiliate (docs/decisions/deals.md).

ALTER TABLE "affiliate" ADD COLUMN IF NOT EXISTS "after_end" text;
ALTER TABLE "affiliate" ADD COLUMN IF NOT EXISTS "notice_on" date;
ALTER TABLE "affiliate" ADD COLUMN IF NOT EXISTS "ends_on" date;
ALTER TABLE "affiliate" ADD COLUMN IF NOT EXISTS "kept_months" integer;
CREATE INDEX IF NOT EXISTS "affiliate_notice_on_index" ON "affiliate" ("notice_on");
CREATE INDEX IF NOT EXISTS "affiliate_ends_on_index" ON "affiliate" ("ends_on");
ALTER TABLE "affiliate" DROP CONSTRAINT IF EXISTS "affiliate_after_end_holds", ADD CONSTRAINT "affiliate_after_end_holds" CHECK ("after_end" IN ('nothing', 'months', 'forGood'));
COMMENT ON CONSTRAINT "affiliate_after_end_holds" ON "affiliate" IS 'CHECK ("after_end" IN (''nothing'', ''months'', ''forGood''))';
ALTER TABLE "affiliate" DROP CONSTRAINT IF EXISTS "affiliate_kept_months_holds", ADD CONSTRAINT "affiliate_kept_months_holds" CHECK ("kept_months" >= 1 AND "kept_months" <= 120);
COMMENT ON CONSTRAINT "affiliate_kept_months_holds" ON "affiliate" IS 'CHECK ("kept_months" >= 1 AND "kept_months" <= 120)';
