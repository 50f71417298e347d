-- Made by `npm run migration` from the configuration.

ALTER TABLE "company" ADD COLUMN IF NOT EXISTS "key_changes" text DEFAULT 'wait'::text;
ALTER TABLE "company" ALTER COLUMN "key_changes" DROP DEFAULT;
ALTER TABLE "company" DROP CONSTRAINT IF EXISTS "company_key_changes_holds", ADD CONSTRAINT "company_key_changes_holds" CHECK ("key_changes" IN ('wait', 'second'));
COMMENT ON CONSTRAINT "company_key_changes_holds" ON "company" IS 'CHECK ("key_changes" IN (''wait'', ''second''))';

-- A key that somebody changed waits for another person, where the company wants one.
alter table owner_hold drop constraint if exists owner_hold_cause_check;
alter table owner_hold add constraint owner_hold_cause_check check (cause in ('by_hand', 'returned', 'other_person', 'not_checked', 'risk', 'key_changed'));
