-- Made by `npm run migration` from the configuration.

ALTER TABLE "company" ADD COLUMN IF NOT EXISTS "takes_applications" boolean NOT NULL DEFAULT false;
ALTER TABLE "affiliate_user" ALTER COLUMN "email" DROP NOT NULL;
CREATE TABLE IF NOT EXISTS "application" (
  "id" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "version" integer NOT NULL DEFAULT 1,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  "name" text NOT NULL,
  "company" bigint,
  "brand" bigint NOT NULL,
  "email" text,
  "phone" text,
  "cpf" text,
  "language" text,
  "sites" jsonb NOT NULL DEFAULT '[]'::jsonb,
  "how" text,
  "terms" bigint,
  "state" text,
  "waits_since" timestamp with time zone,
  "question" text,
  "reason" text,
  "decided_by" text,
  "decided_at" timestamp with time zone,
  "affiliate" bigint
);
DO $$ BEGIN IF EXISTS (SELECT FROM pg_opclass WHERE opcname = 'gin_trgm_ops' AND pg_opclass_is_visible(oid)) THEN CREATE INDEX IF NOT EXISTS "application_name_search" ON "application" USING gin ("name" gin_trgm_ops); END IF; END $$;
CREATE INDEX IF NOT EXISTS "application_company_index" ON "application" ("company");
CREATE INDEX IF NOT EXISTS "application_brand_index" ON "application" ("brand");
DO $$ BEGIN IF EXISTS (SELECT FROM pg_opclass WHERE opcname = 'gin_trgm_ops' AND pg_opclass_is_visible(oid)) THEN CREATE INDEX IF NOT EXISTS "application_email_search" ON "application" USING gin ("email" gin_trgm_ops); END IF; END $$;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_opclass WHERE opcname = 'gin_trgm_ops' AND pg_opclass_is_visible(oid)) THEN CREATE INDEX IF NOT EXISTS "application_cpf_search" ON "application" USING gin ("cpf" gin_trgm_ops); END IF; END $$;
CREATE INDEX IF NOT EXISTS "application_terms_index" ON "application" ("terms");
CREATE INDEX IF NOT EXISTS "application_affiliate_index" ON "application" ("affiliate");
ALTER TABLE "application" DROP CONSTRAINT IF EXISTS "application_name_holds", ADD CONSTRAINT "application_name_holds" CHECK (char_length("name") <= 120);
COMMENT ON CONSTRAINT "application_name_holds" ON "application" IS 'CHECK (char_length("name") <= 120)';
ALTER TABLE "application" DROP CONSTRAINT IF EXISTS "application_company_refers", ADD CONSTRAINT "application_company_refers" FOREIGN KEY ("company") REFERENCES "company" ("id") ON DELETE CASCADE;
COMMENT ON CONSTRAINT "application_company_refers" ON "application" IS 'FOREIGN KEY ("company") REFERENCES "company" ("id") ON DELETE CASCADE';
ALTER TABLE "application" DROP CONSTRAINT IF EXISTS "application_brand_refers", ADD CONSTRAINT "application_brand_refers" FOREIGN KEY ("brand") REFERENCES "brand" ("id") ON DELETE CASCADE;
COMMENT ON CONSTRAINT "application_brand_refers" ON "application" IS 'FOREIGN KEY ("brand") REFERENCES "brand" ("id") ON DELETE CASCADE';
ALTER TABLE "application" DROP CONSTRAINT IF EXISTS "application_email_holds", ADD CONSTRAINT "application_email_holds" CHECK (char_length("email") <= 254);
COMMENT ON CONSTRAINT "application_email_holds" ON "application" IS 'CHECK (char_length("email") <= 254)';
ALTER TABLE "application" DROP CONSTRAINT IF EXISTS "application_phone_holds", ADD CONSTRAINT "application_phone_holds" CHECK (char_length("phone") <= 30);
COMMENT ON CONSTRAINT "application_phone_holds" ON "application" IS 'CHECK (char_length("phone") <= 30)';
ALTER TABLE "application" DROP CONSTRAINT IF EXISTS "application_cpf_holds", ADD CONSTRAINT "application_cpf_holds" CHECK ("cpf" ~ '^[0-9]{11}$');
COMMENT ON CONSTRAINT "application_cpf_holds" ON "application" IS 'CHECK ("cpf" ~ ''^[0-9]{11}$'')';
ALTER TABLE "application" DROP CONSTRAINT IF EXISTS "application_language_holds", ADD CONSTRAINT "application_language_holds" CHECK ("language" IN ('pt', 'en', 'es'));
COMMENT ON CONSTRAINT "application_language_holds" ON "application" IS 'CHECK ("language" IN (''pt'', ''en'', ''es''))';
ALTER TABLE "application" DROP CONSTRAINT IF EXISTS "application_sites_holds", ADD CONSTRAINT "application_sites_holds" CHECK (jsonb_typeof("sites") = 'array');
COMMENT ON CONSTRAINT "application_sites_holds" ON "application" IS 'CHECK (jsonb_typeof("sites") = ''array'')';
ALTER TABLE "application" DROP CONSTRAINT IF EXISTS "application_how_holds", ADD CONSTRAINT "application_how_holds" CHECK (char_length("how") <= 2000);
COMMENT ON CONSTRAINT "application_how_holds" ON "application" IS 'CHECK (char_length("how") <= 2000)';
ALTER TABLE "application" DROP CONSTRAINT IF EXISTS "application_terms_refers", ADD CONSTRAINT "application_terms_refers" FOREIGN KEY ("terms") REFERENCES "terms" ("id");
COMMENT ON CONSTRAINT "application_terms_refers" ON "application" IS 'FOREIGN KEY ("terms") REFERENCES "terms" ("id")';
ALTER TABLE "application" DROP CONSTRAINT IF EXISTS "application_state_holds", ADD CONSTRAINT "application_state_holds" CHECK ("state" IN ('new', 'asked', 'approved', 'refused'));
COMMENT ON CONSTRAINT "application_state_holds" ON "application" IS 'CHECK ("state" IN (''new'', ''asked'', ''approved'', ''refused''))';
ALTER TABLE "application" DROP CONSTRAINT IF EXISTS "application_question_holds", ADD CONSTRAINT "application_question_holds" CHECK (char_length("question") <= 2000);
COMMENT ON CONSTRAINT "application_question_holds" ON "application" IS 'CHECK (char_length("question") <= 2000)';
ALTER TABLE "application" DROP CONSTRAINT IF EXISTS "application_reason_holds", ADD CONSTRAINT "application_reason_holds" CHECK (char_length("reason") <= 500);
COMMENT ON CONSTRAINT "application_reason_holds" ON "application" IS 'CHECK (char_length("reason") <= 500)';
ALTER TABLE "application" DROP CONSTRAINT IF EXISTS "application_decided_by_holds", ADD CONSTRAINT "application_decided_by_holds" CHECK (char_length("decided_by") <= 254);
COMMENT ON CONSTRAINT "application_decided_by_holds" ON "application" IS 'CHECK (char_length("decided_by") <= 254)';
ALTER TABLE "application" DROP CONSTRAINT IF EXISTS "application_affiliate_refers", ADD CONSTRAINT "application_affiliate_refers" FOREIGN KEY ("affiliate") REFERENCES "affiliate" ("id") ON DELETE CASCADE;
COMMENT ON CONSTRAINT "application_affiliate_refers" ON "application" IS 'FOREIGN KEY ("affiliate") REFERENCES "affiliate" ("id") ON DELETE CASCADE';
COMMENT ON TABLE "application" IS 'Its constraints follow from the configuration.';
ALTER TABLE "signal_target" DROP CONSTRAINT IF EXISTS "signal_target_signals_holds", ADD CONSTRAINT "signal_target_signals_holds" CHECK ("signals" <@ ARRAY['registration', 'firstDeposit', 'cpaQualified', 'entryChanged', 'periodLocked', 'statementReady', 'paymentSent', 'paymentFailed', 'keyChanged', 'application', 'riskRaised']::text[]) NOT VALID;
COMMENT ON CONSTRAINT "signal_target_signals_holds" ON "signal_target" IS 'CHECK ("signals" <@ ARRAY[''registration'', ''firstDeposit'', ''cpaQualified'', ''entryChanged'', ''periodLocked'', ''statementReady'', ''paymentSent'', ''paymentFailed'', ''keyChanged'', ''application'', ''riskRaised'']::text[])';
ALTER TABLE "signal_target" VALIDATE CONSTRAINT "signal_target_signals_holds";
ALTER TABLE "signal_delivery" DROP CONSTRAINT IF EXISTS "signal_delivery_signal_holds", ADD CONSTRAINT "signal_delivery_signal_holds" CHECK ("signal" IN ('registration', 'firstDeposit', 'cpaQualified', 'entryChanged', 'periodLocked', 'statementReady', 'paymentSent', 'paymentFailed', 'keyChanged', 'application', 'riskRaised')) NOT VALID;
COMMENT ON CONSTRAINT "signal_delivery_signal_holds" ON "signal_delivery" IS 'CHECK ("signal" IN (''registration'', ''firstDeposit'', ''cpaQualified'', ''entryChanged'', ''periodLocked'', ''statementReady'', ''paymentSent'', ''paymentFailed'', ''keyChanged'', ''application'', ''riskRaised''))';
ALTER TABLE "signal_delivery" VALIDATE CONSTRAINT "signal_delivery_signal_holds";

-- The private links by which applicants answer what staff ask: of each a digest, good once and for a time.
create table application_link (
  id bigint generated always as identity primary key,
  application bigint not null references application (id) on delete cascade,
  hash bytea not null unique,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  -- Answered, or the application was decided or asked something else.
  ended_at timestamptz
);
create index application_link_of on application_link (application);
create index application_waiting on application (brand, waits_since) where state = 'new';
