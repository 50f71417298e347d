-- A ban is a suspension for good; what it rejects is kept as keyed digests, which outlive a redaction and name no person.
alter table suspension add column if not exists is_ban boolean not null default false;
create table if not exists banned_identity (
  suspension bigint not null references suspension on delete cascade,
  company bigint not null,
  digest text not null,
  primary key (suspension, digest)
);
create index if not exists banned_identity_digest on banned_identity (company, digest);
-- The last day of a link or campaign, and where visitors of what is suspended go.
ALTER TABLE "action" ADD COLUMN IF NOT EXISTS "ends_on" date;
ALTER TABLE "campaign" ADD COLUMN IF NOT EXISTS "ends_on" date;
ALTER TABLE "company" ADD COLUMN IF NOT EXISTS "suspended_page" text;
CREATE INDEX IF NOT EXISTS "campaign_ends_on_index" ON "campaign" ("ends_on");
CREATE INDEX IF NOT EXISTS "action_ends_on_index" ON "action" ("ends_on");
