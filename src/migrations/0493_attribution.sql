-- Code against click and windows of clicks, by brand (docs/decisions/activity-in.md).

ALTER TABLE "brand" ADD COLUMN IF NOT EXISTS "attributed_by" text DEFAULT 'code'::text;
ALTER TABLE "brand" ALTER COLUMN "attributed_by" DROP DEFAULT;
ALTER TABLE "brand" ADD COLUMN IF NOT EXISTS "click_window_days" integer;
ALTER TABLE "brand" DROP CONSTRAINT IF EXISTS "brand_attributed_by_holds", ADD CONSTRAINT "brand_attributed_by_holds" CHECK ("attributed_by" IN ('code', 'click'));
COMMENT ON CONSTRAINT "brand_attributed_by_holds" ON "brand" IS 'CHECK ("attributed_by" IN (''code'', ''click''))';
ALTER TABLE "brand" DROP CONSTRAINT IF EXISTS "brand_click_window_days_holds", ADD CONSTRAINT "brand_click_window_days_holds" CHECK ("click_window_days" >= 0 AND "click_window_days" <= 3650);
COMMENT ON CONSTRAINT "brand_click_window_days_holds" ON "brand" IS 'CHECK ("click_window_days" >= 0 AND "click_window_days" <= 3650)';
