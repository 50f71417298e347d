-- Sums that nobody can be paid lapse, and their owners are told before (docs/decisions/payouts.md).

ALTER TABLE "company" ADD COLUMN IF NOT EXISTS "lapse_months" integer;
ALTER TABLE "company" ADD COLUMN IF NOT EXISTS "lapse_notice_days" integer DEFAULT 30;
ALTER TABLE "company" ALTER COLUMN "lapse_notice_days" DROP DEFAULT;
ALTER TABLE "partner" ADD COLUMN IF NOT EXISTS "lapses_on" date;
CREATE INDEX IF NOT EXISTS "partner_lapses_on_index" ON "partner" ("lapses_on");
ALTER TABLE "affiliate" ADD COLUMN IF NOT EXISTS "lapses_on" date;
CREATE INDEX IF NOT EXISTS "affiliate_lapses_on_index" ON "affiliate" ("lapses_on");
ALTER TABLE "company" DROP CONSTRAINT IF EXISTS "company_lapse_months_holds", ADD CONSTRAINT "company_lapse_months_holds" CHECK ("lapse_months" >= 1 AND "lapse_months" <= 120);
COMMENT ON CONSTRAINT "company_lapse_months_holds" ON "company" IS 'CHECK ("lapse_months" >= 1 AND "lapse_months" <= 120)';
ALTER TABLE "company" DROP CONSTRAINT IF EXISTS "company_lapse_notice_days_holds", ADD CONSTRAINT "company_lapse_notice_days_holds" CHECK ("lapse_notice_days" >= 1 AND "lapse_notice_days" <= 180);
COMMENT ON CONSTRAINT "company_lapse_notice_days_holds" ON "company" IS 'CHECK ("lapse_notice_days" >= 1 AND "lapse_notice_days" <= 180)';
