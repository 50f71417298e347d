-- Made by `npm run migration` from the configuration.

CREATE TABLE IF NOT EXISTS "affiliate_site" (
  "id" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "version" integer NOT NULL DEFAULT 1,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  "address" text NOT NULL,
  "affiliate" bigint NOT NULL,
  "kind" text NOT NULL,
  "language" text,
  "usage" text NOT NULL,
  "state" text,
  "decided_at" timestamp with time zone,
  "decided_by" text,
  "reason" text
);
CREATE UNIQUE INDEX IF NOT EXISTS "affiliate_site_address_key" ON "affiliate_site" ("affiliate", "address");
DO $$ BEGIN IF EXISTS (SELECT FROM pg_opclass WHERE opcname = 'gin_trgm_ops' AND pg_opclass_is_visible(oid)) THEN CREATE INDEX IF NOT EXISTS "affiliate_site_address_search" ON "affiliate_site" USING gin ("address" gin_trgm_ops); END IF; END $$;
CREATE INDEX IF NOT EXISTS "affiliate_site_affiliate_index" ON "affiliate_site" ("affiliate");
ALTER TABLE "affiliate_site" DROP CONSTRAINT IF EXISTS "affiliate_site_address_holds", ADD CONSTRAINT "affiliate_site_address_holds" CHECK (char_length("address") <= 2000);
COMMENT ON CONSTRAINT "affiliate_site_address_holds" ON "affiliate_site" IS 'CHECK (char_length("address") <= 2000)';
ALTER TABLE "affiliate_site" DROP CONSTRAINT IF EXISTS "affiliate_site_affiliate_refers", ADD CONSTRAINT "affiliate_site_affiliate_refers" FOREIGN KEY ("affiliate") REFERENCES "affiliate" ("id") ON DELETE CASCADE;
COMMENT ON CONSTRAINT "affiliate_site_affiliate_refers" ON "affiliate_site" IS 'FOREIGN KEY ("affiliate") REFERENCES "affiliate" ("id") ON DELETE CASCADE';
ALTER TABLE "affiliate_site" DROP CONSTRAINT IF EXISTS "affiliate_site_kind_holds", ADD CONSTRAINT "affiliate_site_kind_holds" CHECK ("kind" IN ('website', 'blog', 'app', 'socialProfile', 'videoChannel', 'messageChannel', 'mailing', 'other'));
COMMENT ON CONSTRAINT "affiliate_site_kind_holds" ON "affiliate_site" IS 'CHECK ("kind" IN (''website'', ''blog'', ''app'', ''socialProfile'', ''videoChannel'', ''messageChannel'', ''mailing'', ''other''))';
ALTER TABLE "affiliate_site" DROP CONSTRAINT IF EXISTS "affiliate_site_language_holds", ADD CONSTRAINT "affiliate_site_language_holds" CHECK ("language" IN ('pt', 'en', 'es'));
COMMENT ON CONSTRAINT "affiliate_site_language_holds" ON "affiliate_site" IS 'CHECK ("language" IN (''pt'', ''en'', ''es''))';
ALTER TABLE "affiliate_site" DROP CONSTRAINT IF EXISTS "affiliate_site_usage_holds", ADD CONSTRAINT "affiliate_site_usage_holds" CHECK (char_length("usage") <= 1000);
COMMENT ON CONSTRAINT "affiliate_site_usage_holds" ON "affiliate_site" IS 'CHECK (char_length("usage") <= 1000)';
ALTER TABLE "affiliate_site" DROP CONSTRAINT IF EXISTS "affiliate_site_state_holds", ADD CONSTRAINT "affiliate_site_state_holds" CHECK ("state" IN ('waiting', 'approved', 'refused'));
COMMENT ON CONSTRAINT "affiliate_site_state_holds" ON "affiliate_site" IS 'CHECK ("state" IN (''waiting'', ''approved'', ''refused''))';
ALTER TABLE "affiliate_site" DROP CONSTRAINT IF EXISTS "affiliate_site_decided_by_holds", ADD CONSTRAINT "affiliate_site_decided_by_holds" CHECK (char_length("decided_by") <= 254);
COMMENT ON CONSTRAINT "affiliate_site_decided_by_holds" ON "affiliate_site" IS 'CHECK (char_length("decided_by") <= 254)';
ALTER TABLE "affiliate_site" DROP CONSTRAINT IF EXISTS "affiliate_site_reason_holds", ADD CONSTRAINT "affiliate_site_reason_holds" CHECK (char_length("reason") <= 300);
COMMENT ON CONSTRAINT "affiliate_site_reason_holds" ON "affiliate_site" IS 'CHECK (char_length("reason") <= 300)';
COMMENT ON TABLE "affiliate_site" IS 'Its constraints follow from the configuration.';

-- Who declared a site last and when; the user, where it was not the affiliate itself.
alter table affiliate_site add column if not exists sys_changed_by bigint,
  add column if not exists sys_declared_by text, add column if not exists sys_declared_at timestamptz;

-- What was decided about what was declared: a dated copy, kept for good, whose digest stands in the activity log.
create table site_decision (
  id bigint generated always as identity primary key,
  site bigint not null,
  affiliate bigint not null,
  declaration jsonb not null,
  digest text not null,
  declared_by text,
  decision text not null check (decision in ('approved', 'refused')),
  decided_by text not null,
  decided_at timestamptz not null,
  reason text
);
create index site_decision_site on site_decision (site);
