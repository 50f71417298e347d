-- The days on which a company pays (docs/decisions/payouts.md); who has none is paid every day.
ALTER TABLE "company" ADD COLUMN IF NOT EXISTS "pay_rhythm" text DEFAULT 'day'::text;
ALTER TABLE "company" ALTER COLUMN "pay_rhythm" DROP DEFAULT;
ALTER TABLE "company" ADD COLUMN IF NOT EXISTS "pay_day" integer;
ALTER TABLE "company" ADD COLUMN IF NOT EXISTS "pay_from" date;
ALTER TABLE "company" ADD COLUMN IF NOT EXISTS "holidays" jsonb NOT NULL DEFAULT '[]'::jsonb;
