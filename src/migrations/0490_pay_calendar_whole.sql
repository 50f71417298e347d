-- Whole periods, minimums a currency, calendars of single owners, and brands that pay first (docs/decisions/payouts.md).
-- Made by `npm run migration` from the configuration.

ALTER TABLE "company" ADD COLUMN IF NOT EXISTS "pay_after_days" integer;
ALTER TABLE "company" ADD COLUMN IF NOT EXISTS "minimum_payouts" jsonb NOT NULL DEFAULT '[]'::jsonb;
ALTER TABLE "brand" ADD COLUMN IF NOT EXISTS "paid_up_to" date;
CREATE INDEX IF NOT EXISTS "brand_paid_up_to_index" ON "brand" ("paid_up_to");
ALTER TABLE "partner" ADD COLUMN IF NOT EXISTS "pay_rhythm" text;
ALTER TABLE "partner" ADD COLUMN IF NOT EXISTS "pay_day" integer;
ALTER TABLE "partner" ADD COLUMN IF NOT EXISTS "pay_from" date;
ALTER TABLE "partner" ADD COLUMN IF NOT EXISTS "pay_after_days" integer;
CREATE INDEX IF NOT EXISTS "partner_pay_from_index" ON "partner" ("pay_from");
ALTER TABLE "affiliate" ADD COLUMN IF NOT EXISTS "pay_rhythm" text;
ALTER TABLE "affiliate" ADD COLUMN IF NOT EXISTS "pay_day" integer;
ALTER TABLE "affiliate" ADD COLUMN IF NOT EXISTS "pay_from" date;
ALTER TABLE "affiliate" ADD COLUMN IF NOT EXISTS "pay_after_days" integer;
CREATE INDEX IF NOT EXISTS "affiliate_pay_from_index" ON "affiliate" ("pay_from");
ALTER TABLE "company" DROP CONSTRAINT IF EXISTS "company_pay_after_days_holds", ADD CONSTRAINT "company_pay_after_days_holds" CHECK ("pay_after_days" >= 1 AND "pay_after_days" <= 365);
COMMENT ON CONSTRAINT "company_pay_after_days_holds" ON "company" IS 'CHECK ("pay_after_days" >= 1 AND "pay_after_days" <= 365)';
ALTER TABLE "company" DROP CONSTRAINT IF EXISTS "company_minimum_payouts_holds", ADD CONSTRAINT "company_minimum_payouts_holds" CHECK (jsonb_typeof("minimum_payouts") = 'array');
COMMENT ON CONSTRAINT "company_minimum_payouts_holds" ON "company" IS 'CHECK (jsonb_typeof("minimum_payouts") = ''array'')';
ALTER TABLE "partner" DROP CONSTRAINT IF EXISTS "partner_pay_rhythm_holds", ADD CONSTRAINT "partner_pay_rhythm_holds" CHECK ("pay_rhythm" IN ('day', 'workingDay', 'week', 'fortnight', 'month'));
COMMENT ON CONSTRAINT "partner_pay_rhythm_holds" ON "partner" IS 'CHECK ("pay_rhythm" IN (''day'', ''workingDay'', ''week'', ''fortnight'', ''month''))';
ALTER TABLE "partner" DROP CONSTRAINT IF EXISTS "partner_pay_day_holds", ADD CONSTRAINT "partner_pay_day_holds" CHECK ("pay_day" >= 1 AND "pay_day" <= 31);
COMMENT ON CONSTRAINT "partner_pay_day_holds" ON "partner" IS 'CHECK ("pay_day" >= 1 AND "pay_day" <= 31)';
ALTER TABLE "partner" DROP CONSTRAINT IF EXISTS "partner_pay_after_days_holds", ADD CONSTRAINT "partner_pay_after_days_holds" CHECK ("pay_after_days" >= 1 AND "pay_after_days" <= 365);
COMMENT ON CONSTRAINT "partner_pay_after_days_holds" ON "partner" IS 'CHECK ("pay_after_days" >= 1 AND "pay_after_days" <= 365)';
ALTER TABLE "affiliate" DROP CONSTRAINT IF EXISTS "affiliate_pay_rhythm_holds", ADD CONSTRAINT "affiliate_pay_rhythm_holds" CHECK ("pay_rhythm" IN ('day', 'workingDay', 'week', 'fortnight', 'month'));
COMMENT ON CONSTRAINT "affiliate_pay_rhythm_holds" ON "affiliate" IS 'CHECK ("pay_rhythm" IN (''day'', ''workingDay'', ''week'', ''fortnight'', ''month''))';
ALTER TABLE "affiliate" DROP CONSTRAINT IF EXISTS "affiliate_pay_day_holds", ADD CONSTRAINT "affiliate_pay_day_holds" CHECK ("pay_day" >= 1 AND "pay_day" <= 31);
COMMENT ON CONSTRAINT "affiliate_pay_day_holds" ON "affiliate" IS 'CHECK ("pay_day" >= 1 AND "pay_day" <= 31)';
ALTER TABLE "affiliate" DROP CONSTRAINT IF EXISTS "affiliate_pay_after_days_holds", ADD CONSTRAINT "affiliate_pay_after_days_holds" CHECK ("pay_after_days" >= 1 AND "pay_after_days" <= 365);
COMMENT ON CONSTRAINT "affiliate_pay_after_days_holds" ON "affiliate" IS 'CHECK ("pay_after_days" >= 1 AND "pay_after_days" <= 365)';
