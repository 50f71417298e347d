-- Made by `npm run migration` from the configuration.

CREATE TABLE IF NOT EXISTS "media" (
  "id" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "version" integer NOT NULL DEFAULT 1,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  "name" text NOT NULL,
  "brand" bigint NOT NULL,
  "kind" text NOT NULL,
  "language" text NOT NULL,
  "text" text,
  "warning" text NOT NULL,
  "valid_from" date,
  "valid_until" date,
  "token" text,
  "width" integer,
  "height" integer,
  "state" text,
  "approved_by" text,
  "approved_at" timestamp with time zone,
  "withdrawn_why" text
);
DO $$ BEGIN IF EXISTS (SELECT FROM pg_opclass WHERE opcname = 'gin_trgm_ops' AND pg_opclass_is_visible(oid)) THEN CREATE INDEX IF NOT EXISTS "media_name_search" ON "media" USING gin ("name" gin_trgm_ops); END IF; END $$;
CREATE INDEX IF NOT EXISTS "media_brand_index" ON "media" ("brand");
CREATE INDEX IF NOT EXISTS "media_valid_from_index" ON "media" ("valid_from");
CREATE INDEX IF NOT EXISTS "media_valid_until_index" ON "media" ("valid_until");
CREATE UNIQUE INDEX IF NOT EXISTS "media_token_key" ON "media" ("token");
ALTER TABLE "media" DROP CONSTRAINT IF EXISTS "media_name_holds", ADD CONSTRAINT "media_name_holds" CHECK (char_length("name") <= 120);
COMMENT ON CONSTRAINT "media_name_holds" ON "media" IS 'CHECK (char_length("name") <= 120)';
ALTER TABLE "media" DROP CONSTRAINT IF EXISTS "media_brand_refers", ADD CONSTRAINT "media_brand_refers" FOREIGN KEY ("brand") REFERENCES "brand" ("id");
COMMENT ON CONSTRAINT "media_brand_refers" ON "media" IS 'FOREIGN KEY ("brand") REFERENCES "brand" ("id")';
ALTER TABLE "media" DROP CONSTRAINT IF EXISTS "media_kind_holds", ADD CONSTRAINT "media_kind_holds" CHECK ("kind" IN ('banner', 'text'));
COMMENT ON CONSTRAINT "media_kind_holds" ON "media" IS 'CHECK ("kind" IN (''banner'', ''text''))';
ALTER TABLE "media" DROP CONSTRAINT IF EXISTS "media_language_holds", ADD CONSTRAINT "media_language_holds" CHECK ("language" IN ('pt', 'en', 'es'));
COMMENT ON CONSTRAINT "media_language_holds" ON "media" IS 'CHECK ("language" IN (''pt'', ''en'', ''es''))';
ALTER TABLE "media" DROP CONSTRAINT IF EXISTS "media_text_holds", ADD CONSTRAINT "media_text_holds" CHECK (char_length("text") <= 2000);
COMMENT ON CONSTRAINT "media_text_holds" ON "media" IS 'CHECK (char_length("text") <= 2000)';
ALTER TABLE "media" DROP CONSTRAINT IF EXISTS "media_warning_holds", ADD CONSTRAINT "media_warning_holds" CHECK (char_length("warning") <= 200);
COMMENT ON CONSTRAINT "media_warning_holds" ON "media" IS 'CHECK (char_length("warning") <= 200)';
ALTER TABLE "media" DROP CONSTRAINT IF EXISTS "media_token_holds", ADD CONSTRAINT "media_token_holds" CHECK ("token" ~ '^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,62}[A-Za-z0-9])$');
COMMENT ON CONSTRAINT "media_token_holds" ON "media" IS 'CHECK ("token" ~ ''^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,62}[A-Za-z0-9])$'')';
ALTER TABLE "media" DROP CONSTRAINT IF EXISTS "media_state_holds", ADD CONSTRAINT "media_state_holds" CHECK ("state" IN ('draft', 'approved', 'withdrawn'));
COMMENT ON CONSTRAINT "media_state_holds" ON "media" IS 'CHECK ("state" IN (''draft'', ''approved'', ''withdrawn''))';
ALTER TABLE "media" DROP CONSTRAINT IF EXISTS "media_approved_by_holds", ADD CONSTRAINT "media_approved_by_holds" CHECK (char_length("approved_by") <= 254);
COMMENT ON CONSTRAINT "media_approved_by_holds" ON "media" IS 'CHECK (char_length("approved_by") <= 254)';
ALTER TABLE "media" DROP CONSTRAINT IF EXISTS "media_withdrawn_why_holds", ADD CONSTRAINT "media_withdrawn_why_holds" CHECK (char_length("withdrawn_why") <= 300);
COMMENT ON CONSTRAINT "media_withdrawn_why_holds" ON "media" IS 'CHECK (char_length("withdrawn_why") <= 300)';
COMMENT ON TABLE "media" IS 'Its constraints follow from the configuration.';

-- Who wrote a medium last: another person approves it.
alter table media add column if not exists sys_changed_by bigint;

-- The image of a banner, known by its bytes.
create table media_file (
  media bigint primary key references media (id) on delete cascade,
  name text not null,
  type text not null check (type in ('image/png', 'image/jpeg', 'image/gif', 'image/webp')),
  content bytea not null check (length(content) between 1 and 524288),
  digest text not null
);

-- By which medium a visitor came, and how many did, a day and link.
alter table click add column media bigint;
create table media_click (
  day date not null,
  media bigint not null references media (id) on delete cascade,
  action bigint not null,
  clicks bigint not null default 0,
  primary key (day, media, action)
);
create index media_click_media on media_click (media);
