-- Made by `npm run migration` from the configuration.

CREATE TABLE IF NOT EXISTS "affiliate_tag" (
  "id" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "version" integer NOT NULL DEFAULT 1,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  "name" text NOT NULL,
  "company" bigint
);
CREATE UNIQUE INDEX IF NOT EXISTS "affiliate_tag_name_key" ON "affiliate_tag" ("company", "name");
DO $$ BEGIN IF EXISTS (SELECT FROM pg_opclass WHERE opcname = 'gin_trgm_ops' AND pg_opclass_is_visible(oid)) AND to_regproc('searchable_text') IS NOT NULL THEN CREATE INDEX IF NOT EXISTS "affiliate_tag_name_search" ON "affiliate_tag" USING gin (searchable_text("name") gin_trgm_ops); END IF; END $$;
CREATE INDEX IF NOT EXISTS "affiliate_tag_company_index" ON "affiliate_tag" ("company");
ALTER TABLE "affiliate" ADD COLUMN IF NOT EXISTS "manager" bigint;
ALTER TABLE "affiliate" ADD COLUMN IF NOT EXISTS "tags" bigint[] NOT NULL DEFAULT '{}'::bigint[];
CREATE INDEX IF NOT EXISTS "affiliate_manager_index" ON "affiliate" ("manager");
CREATE INDEX IF NOT EXISTS "affiliate_tags_index" ON "affiliate" USING gin ("tags");
CREATE TABLE IF NOT EXISTS "announcement" (
  "id" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "version" integer NOT NULL DEFAULT 1,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  "subject" text NOT NULL,
  "text" text NOT NULL,
  "language" text NOT NULL,
  "translations" jsonb NOT NULL DEFAULT '[]'::jsonb,
  "company" bigint,
  "brands" bigint[] NOT NULL DEFAULT '{}'::bigint[],
  "tags" bigint[] NOT NULL DEFAULT '{}'::bigint[],
  "managers" bigint[] NOT NULL DEFAULT '{}'::bigint[],
  "state" text,
  "sent_at" timestamp with time zone,
  "sent_by" text,
  "sent_to" integer
);
DO $$ BEGIN IF EXISTS (SELECT FROM pg_opclass WHERE opcname = 'gin_trgm_ops' AND pg_opclass_is_visible(oid)) AND to_regproc('searchable_text') IS NOT NULL THEN CREATE INDEX IF NOT EXISTS "announcement_subject_search" ON "announcement" USING gin (searchable_text("subject") gin_trgm_ops); END IF; END $$;
CREATE INDEX IF NOT EXISTS "announcement_company_index" ON "announcement" ("company");
CREATE INDEX IF NOT EXISTS "announcement_brands_index" ON "announcement" USING gin ("brands");
CREATE INDEX IF NOT EXISTS "announcement_tags_index" ON "announcement" USING gin ("tags");
CREATE INDEX IF NOT EXISTS "announcement_managers_index" ON "announcement" USING gin ("managers");
ALTER TABLE "affiliate_tag" DROP CONSTRAINT IF EXISTS "affiliate_tag_name_holds", ADD CONSTRAINT "affiliate_tag_name_holds" CHECK (char_length("name") <= 40);
COMMENT ON CONSTRAINT "affiliate_tag_name_holds" ON "affiliate_tag" IS 'CHECK (char_length("name") <= 40)';
ALTER TABLE "affiliate_tag" DROP CONSTRAINT IF EXISTS "affiliate_tag_company_refers", ADD CONSTRAINT "affiliate_tag_company_refers" FOREIGN KEY ("company") REFERENCES "company" ("id");
COMMENT ON CONSTRAINT "affiliate_tag_company_refers" ON "affiliate_tag" IS 'FOREIGN KEY ("company") REFERENCES "company" ("id")';
COMMENT ON TABLE "affiliate_tag" IS 'Its constraints follow from the configuration.';
ALTER TABLE "affiliate" DROP CONSTRAINT IF EXISTS "affiliate_manager_refers", ADD CONSTRAINT "affiliate_manager_refers" FOREIGN KEY ("manager") REFERENCES "user" ("id");
COMMENT ON CONSTRAINT "affiliate_manager_refers" ON "affiliate" IS 'FOREIGN KEY ("manager") REFERENCES "user" ("id")';
ALTER TABLE "announcement" DROP CONSTRAINT IF EXISTS "announcement_subject_holds", ADD CONSTRAINT "announcement_subject_holds" CHECK (char_length("subject") <= 120);
COMMENT ON CONSTRAINT "announcement_subject_holds" ON "announcement" IS 'CHECK (char_length("subject") <= 120)';
ALTER TABLE "announcement" DROP CONSTRAINT IF EXISTS "announcement_text_holds", ADD CONSTRAINT "announcement_text_holds" CHECK (char_length("text") <= 5000);
COMMENT ON CONSTRAINT "announcement_text_holds" ON "announcement" IS 'CHECK (char_length("text") <= 5000)';
ALTER TABLE "announcement" DROP CONSTRAINT IF EXISTS "announcement_language_holds", ADD CONSTRAINT "announcement_language_holds" CHECK ("language" IN ('pt', 'en', 'es'));
COMMENT ON CONSTRAINT "announcement_language_holds" ON "announcement" IS 'CHECK ("language" IN (''pt'', ''en'', ''es''))';
ALTER TABLE "announcement" DROP CONSTRAINT IF EXISTS "announcement_translations_holds", ADD CONSTRAINT "announcement_translations_holds" CHECK (jsonb_typeof("translations") = 'array');
COMMENT ON CONSTRAINT "announcement_translations_holds" ON "announcement" IS 'CHECK (jsonb_typeof("translations") = ''array'')';
ALTER TABLE "announcement" DROP CONSTRAINT IF EXISTS "announcement_company_refers", ADD CONSTRAINT "announcement_company_refers" FOREIGN KEY ("company") REFERENCES "company" ("id");
COMMENT ON CONSTRAINT "announcement_company_refers" ON "announcement" IS 'FOREIGN KEY ("company") REFERENCES "company" ("id")';
ALTER TABLE "announcement" DROP CONSTRAINT IF EXISTS "announcement_state_holds", ADD CONSTRAINT "announcement_state_holds" CHECK ("state" IN ('draft', 'sent'));
COMMENT ON CONSTRAINT "announcement_state_holds" ON "announcement" IS 'CHECK ("state" IN (''draft'', ''sent''))';
ALTER TABLE "announcement" DROP CONSTRAINT IF EXISTS "announcement_sent_by_holds", ADD CONSTRAINT "announcement_sent_by_holds" CHECK (char_length("sent_by") <= 254);
COMMENT ON CONSTRAINT "announcement_sent_by_holds" ON "announcement" IS 'CHECK (char_length("sent_by") <= 254)';
ALTER TABLE "announcement" DROP CONSTRAINT IF EXISTS "announcement_sent_to_holds", ADD CONSTRAINT "announcement_sent_to_holds" CHECK ("sent_to" >= 0);
COMMENT ON CONSTRAINT "announcement_sent_to_holds" ON "announcement" IS 'CHECK ("sent_to" >= 0)';
COMMENT ON TABLE "announcement" IS 'Its constraints follow from the configuration.';

-- An announcement goes to each affiliate as a notice: by e-mail, and on the first page of the portal.
alter table affiliate_notice add column announcement bigint references announcement (id);
alter table affiliate_notice drop constraint affiliate_notice_kind_check;
alter table affiliate_notice add constraint affiliate_notice_kind_check
  check (kind in ('playersLeft', 'playersCame', 'announcement'));
create index affiliate_notice_announcement on affiliate_notice (announcement) where announcement is not null;

-- Staff look at the portal as an affiliate sees it: a session of the affiliate's that only reads, and is theirs.
alter table session add column viewer_id bigint references "user" (id) on delete cascade;
create index session_viewer on session (viewer_id) where viewer_id is not null;
