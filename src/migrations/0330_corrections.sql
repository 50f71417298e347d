-- Made by `npm run migration` from the configuration.

CREATE TABLE IF NOT EXISTS "correction" (
  "id" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "version" integer NOT NULL DEFAULT 1,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  "company" bigint,
  "object" text,
  "object_id" integer,
  "valid_from" date,
  "reason" text,
  "state" text,
  "requested_by" text,
  "decided_by" text,
  "decided_at" timestamp with time zone,
  "decline_reason" text
);
CREATE INDEX IF NOT EXISTS "correction_company_index" ON "correction" ("company");
CREATE INDEX IF NOT EXISTS "correction_valid_from_index" ON "correction" ("valid_from");
ALTER TABLE "correction" DROP CONSTRAINT IF EXISTS "correction_company_refers", ADD CONSTRAINT "correction_company_refers" FOREIGN KEY ("company") REFERENCES "company" ("id");
COMMENT ON CONSTRAINT "correction_company_refers" ON "correction" IS 'FOREIGN KEY ("company") REFERENCES "company" ("id")';
ALTER TABLE "correction" DROP CONSTRAINT IF EXISTS "correction_object_holds", ADD CONSTRAINT "correction_object_holds" CHECK (char_length("object") <= 100);
COMMENT ON CONSTRAINT "correction_object_holds" ON "correction" IS 'CHECK (char_length("object") <= 100)';
ALTER TABLE "correction" DROP CONSTRAINT IF EXISTS "correction_reason_holds", ADD CONSTRAINT "correction_reason_holds" CHECK (char_length("reason") <= 500);
COMMENT ON CONSTRAINT "correction_reason_holds" ON "correction" IS 'CHECK (char_length("reason") <= 500)';
ALTER TABLE "correction" DROP CONSTRAINT IF EXISTS "correction_state_holds", ADD CONSTRAINT "correction_state_holds" CHECK ("state" IN ('waiting', 'posted', 'declined'));
COMMENT ON CONSTRAINT "correction_state_holds" ON "correction" IS 'CHECK ("state" IN (''waiting'', ''posted'', ''declined''))';
ALTER TABLE "correction" DROP CONSTRAINT IF EXISTS "correction_requested_by_holds", ADD CONSTRAINT "correction_requested_by_holds" CHECK (char_length("requested_by") <= 254);
COMMENT ON CONSTRAINT "correction_requested_by_holds" ON "correction" IS 'CHECK (char_length("requested_by") <= 254)';
ALTER TABLE "correction" DROP CONSTRAINT IF EXISTS "correction_decided_by_holds", ADD CONSTRAINT "correction_decided_by_holds" CHECK (char_length("decided_by") <= 254);
COMMENT ON CONSTRAINT "correction_decided_by_holds" ON "correction" IS 'CHECK (char_length("decided_by") <= 254)';
ALTER TABLE "correction" DROP CONSTRAINT IF EXISTS "correction_decline_reason_holds", ADD CONSTRAINT "correction_decline_reason_holds" CHECK (char_length("decline_reason") <= 300);
COMMENT ON CONSTRAINT "correction_decline_reason_holds" ON "correction" IS 'CHECK (char_length("decline_reason") <= 300)';
COMMENT ON TABLE "correction" IS 'Its constraints follow from the configuration.';

-- A rule that was typed wrong, read otherwise from a past day on (docs/decisions/corrections.md). Who asked and who decided, by id, and what they typed.
create table correction_order (
  correction bigint primary key references correction (id) on delete cascade,
  asked_by bigint,
  decided_by bigint,
  "values" jsonb not null
);

-- What a correction comes to, as it was reckoned last: what the second person agrees to.
create table correction_preview (
  correction bigint primary key references correction (id) on delete cascade,
  changes jsonb not null,
  valid_to date,
  totals jsonb not null,
  problems jsonb not null,
  digest text not null,
  previewed_at timestamptz not null
);

create table correction_difference (
  correction bigint not null references correction (id) on delete cascade,
  owner_kind text not null check (owner_kind in ('affiliate', 'partner')),
  owner bigint not null,
  currency text not null,
  day date not null,
  was numeric(18, 2) not null,
  would_be numeric(18, 2) not null,
  posting text not null check (posting in ('rewritten', 'adjusted')),
  primary key (correction, owner_kind, owner, currency, day)
);

-- The versions of rules that a correction made, and whole those it took out of the history: entries that were paid by them are explained by them.
create table correction_version (
  correction bigint not null references correction (id),
  object text not null,
  version bigint not null,
  content jsonb,
  primary key (correction, object, version)
);
create index correction_version_of on correction_version (object, version);

-- Which correction an adjustment follows from.
alter table entry_adjustment add column correction bigint references correction (id);
alter table entry_adjustment add constraint entry_adjustment_names_its_correction check ((reason = 'correction') = (correction is not null));
create index entry_adjustment_correction on entry_adjustment (correction) where correction is not null;

alter table correction add constraint correction_is_whole check (object is not null and object_id is not null and valid_from is not null
  and reason is not null and state is not null and state in ('waiting', 'posted', 'declined'));
