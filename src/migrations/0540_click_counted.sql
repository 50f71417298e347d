-- Which of several clicks that an event names counts, by brand (docs/decisions/activity-in.md).

ALTER TABLE "brand" ADD COLUMN IF NOT EXISTS "click_counted" text DEFAULT 'last'::text;
ALTER TABLE "brand" ALTER COLUMN "click_counted" DROP DEFAULT;
ALTER TABLE "brand" DROP CONSTRAINT IF EXISTS "brand_click_counted_holds", ADD CONSTRAINT "brand_click_counted_holds" CHECK ("click_counted" IN ('last', 'first'));
COMMENT ON CONSTRAINT "brand_click_counted_holds" ON "brand" IS 'CHECK ("click_counted" IN (''last'', ''first''))';
