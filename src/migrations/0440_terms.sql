-- Made by `npm run migration` from the configuration.

CREATE TABLE IF NOT EXISTS "terms" (
  "id" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "version" integer NOT NULL DEFAULT 1,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  "name" text NOT NULL,
  "company" bigint,
  "number" integer,
  "holds_from" date NOT NULL,
  "text" text NOT NULL
);
CREATE UNIQUE INDEX IF NOT EXISTS "terms_name_key" ON "terms" ("company", "name");
DO $$ BEGIN IF EXISTS (SELECT FROM pg_opclass WHERE opcname = 'gin_trgm_ops' AND pg_opclass_is_visible(oid)) THEN CREATE INDEX IF NOT EXISTS "terms_name_search" ON "terms" USING gin ("name" gin_trgm_ops); END IF; END $$;
CREATE INDEX IF NOT EXISTS "terms_company_index" ON "terms" ("company");
CREATE INDEX IF NOT EXISTS "terms_holds_from_index" ON "terms" ("holds_from");
CREATE TABLE IF NOT EXISTS "terms_acceptance" (
  "id" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "version" integer NOT NULL DEFAULT 1,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  "affiliate" bigint NOT NULL,
  "terms" bigint NOT NULL,
  "accepted_at" timestamp with time zone,
  "note" text,
  "recorded_by" text
);
CREATE INDEX IF NOT EXISTS "terms_acceptance_affiliate_index" ON "terms_acceptance" ("affiliate");
CREATE INDEX IF NOT EXISTS "terms_acceptance_terms_index" ON "terms_acceptance" ("terms");
ALTER TABLE "correction" ADD COLUMN IF NOT EXISTS "forced" boolean NOT NULL DEFAULT false;
ALTER TABLE "terms" DROP CONSTRAINT IF EXISTS "terms_name_holds", ADD CONSTRAINT "terms_name_holds" CHECK (char_length("name") <= 120);
COMMENT ON CONSTRAINT "terms_name_holds" ON "terms" IS 'CHECK (char_length("name") <= 120)';
ALTER TABLE "terms" DROP CONSTRAINT IF EXISTS "terms_company_refers", ADD CONSTRAINT "terms_company_refers" FOREIGN KEY ("company") REFERENCES "company" ("id") ON DELETE CASCADE;
COMMENT ON CONSTRAINT "terms_company_refers" ON "terms" IS 'FOREIGN KEY ("company") REFERENCES "company" ("id") ON DELETE CASCADE';
ALTER TABLE "terms" DROP CONSTRAINT IF EXISTS "terms_text_holds", ADD CONSTRAINT "terms_text_holds" CHECK (char_length("text") <= 60000);
COMMENT ON CONSTRAINT "terms_text_holds" ON "terms" IS 'CHECK (char_length("text") <= 60000)';
COMMENT ON TABLE "terms" IS 'Its constraints follow from the configuration.';
ALTER TABLE "terms_acceptance" DROP CONSTRAINT IF EXISTS "terms_acceptance_affiliate_refers", ADD CONSTRAINT "terms_acceptance_affiliate_refers" FOREIGN KEY ("affiliate") REFERENCES "affiliate" ("id");
COMMENT ON CONSTRAINT "terms_acceptance_affiliate_refers" ON "terms_acceptance" IS 'FOREIGN KEY ("affiliate") REFERENCES "affiliate" ("id")';
ALTER TABLE "terms_acceptance" DROP CONSTRAINT IF EXISTS "terms_acceptance_terms_refers", ADD CONSTRAINT "terms_acceptance_terms_refers" FOREIGN KEY ("terms") REFERENCES "terms" ("id");
COMMENT ON CONSTRAINT "terms_acceptance_terms_refers" ON "terms_acceptance" IS 'FOREIGN KEY ("terms") REFERENCES "terms" ("id")';
ALTER TABLE "terms_acceptance" DROP CONSTRAINT IF EXISTS "terms_acceptance_note_holds", ADD CONSTRAINT "terms_acceptance_note_holds" CHECK (char_length("note") <= 300);
COMMENT ON CONSTRAINT "terms_acceptance_note_holds" ON "terms_acceptance" IS 'CHECK (char_length("note") <= 300)';
ALTER TABLE "terms_acceptance" DROP CONSTRAINT IF EXISTS "terms_acceptance_recorded_by_holds", ADD CONSTRAINT "terms_acceptance_recorded_by_holds" CHECK (char_length("recorded_by") <= 254);
COMMENT ON CONSTRAINT "terms_acceptance_recorded_by_holds" ON "terms_acceptance" IS 'CHECK (char_length("recorded_by") <= 254)';
COMMENT ON TABLE "terms_acceptance" IS 'Its constraints follow from the configuration.';

-- An affiliate accepts a version of the terms once, and no two versions of a company have one number.
create unique index terms_acceptance_once on terms_acceptance (affiliate, terms);
create unique index terms_number_once on terms (company, "number");
