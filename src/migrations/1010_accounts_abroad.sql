-- Partners and applicants of other countries, the account of a company, and files of payments to IBANs (docs/reference/payee-data.md).

ALTER TABLE "company" ADD COLUMN IF NOT EXISTS "iban" text;
ALTER TABLE "company" ADD COLUMN IF NOT EXISTS "bic" text;
-- What is in partner already gets 'BR'::text in country.
ALTER TABLE "partner" ADD COLUMN IF NOT EXISTS "country" text DEFAULT 'BR'::text;
ALTER TABLE "partner" ALTER COLUMN "country" DROP DEFAULT;
ALTER TABLE "partner" ADD COLUMN IF NOT EXISTS "tax_number" text;
ALTER TABLE "partner" ADD COLUMN IF NOT EXISTS "iban" text;
ALTER TABLE "partner" ADD COLUMN IF NOT EXISTS "bic" text;
CREATE INDEX IF NOT EXISTS "partner_tax_number_index" ON "partner" ("tax_number");
-- What is in application already gets 'BR'::text in country.
ALTER TABLE "application" ADD COLUMN IF NOT EXISTS "country" text DEFAULT 'BR'::text;
ALTER TABLE "application" ALTER COLUMN "country" DROP DEFAULT;
ALTER TABLE "application" ADD COLUMN IF NOT EXISTS "tax_number" text;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_opclass WHERE opcname = 'gin_trgm_ops' AND pg_opclass_is_visible(oid)) AND to_regproc('searchable_text') IS NOT NULL THEN CREATE INDEX IF NOT EXISTS "application_tax_number_search" ON "application" USING gin (searchable_text("tax_number") gin_trgm_ops); END IF; END $$;
ALTER TABLE "company" DROP CONSTRAINT IF EXISTS "company_iban_holds", ADD CONSTRAINT "company_iban_holds" CHECK (char_length("iban") <= 42);
COMMENT ON CONSTRAINT "company_iban_holds" ON "company" IS 'CHECK (char_length("iban") <= 42)';
ALTER TABLE "company" DROP CONSTRAINT IF EXISTS "company_bic_holds", ADD CONSTRAINT "company_bic_holds" CHECK (char_length("bic") <= 11);
COMMENT ON CONSTRAINT "company_bic_holds" ON "company" IS 'CHECK (char_length("bic") <= 11)';
ALTER TABLE "partner" DROP CONSTRAINT IF EXISTS "partner_country_holds", ADD CONSTRAINT "partner_country_holds" CHECK (char_length("country") >= 2 AND char_length("country") <= 2);
COMMENT ON CONSTRAINT "partner_country_holds" ON "partner" IS 'CHECK (char_length("country") >= 2 AND char_length("country") <= 2)';
ALTER TABLE "partner" DROP CONSTRAINT IF EXISTS "partner_tax_number_holds", ADD CONSTRAINT "partner_tax_number_holds" CHECK (char_length("tax_number") <= 30);
COMMENT ON CONSTRAINT "partner_tax_number_holds" ON "partner" IS 'CHECK (char_length("tax_number") <= 30)';
ALTER TABLE "partner" DROP CONSTRAINT IF EXISTS "partner_iban_holds", ADD CONSTRAINT "partner_iban_holds" CHECK (char_length("iban") <= 42);
COMMENT ON CONSTRAINT "partner_iban_holds" ON "partner" IS 'CHECK (char_length("iban") <= 42)';
ALTER TABLE "partner" DROP CONSTRAINT IF EXISTS "partner_bic_holds", ADD CONSTRAINT "partner_bic_holds" CHECK (char_length("bic") <= 11);
COMMENT ON CONSTRAINT "partner_bic_holds" ON "partner" IS 'CHECK (char_length("bic") <= 11)';
ALTER TABLE "application" DROP CONSTRAINT IF EXISTS "application_country_holds", ADD CONSTRAINT "application_country_holds" CHECK (char_length("country") >= 2 AND char_length("country") <= 2);
COMMENT ON CONSTRAINT "application_country_holds" ON "application" IS 'CHECK (char_length("country") >= 2 AND char_length("country") <= 2)';
ALTER TABLE "application" DROP CONSTRAINT IF EXISTS "application_tax_number_holds", ADD CONSTRAINT "application_tax_number_holds" CHECK (char_length("tax_number") <= 30);
COMMENT ON CONSTRAINT "application_tax_number_holds" ON "application" IS 'CHECK (char_length("tax_number") <= 30)';

-- Files of credit transfers (pain.001): of one company in one currency. Their text is made from what was sent, the same each time.
create table payment_file (
  id bigint generated always as identity primary key,
  -- What the bank names it by in its answer.
  message_id text not null unique,
  company bigint not null references company (id),
  currency text not null,
  payments integer not null,
  control_sum numeric not null,
  -- The day on which the bank is to pay.
  executed_on date not null,
  created_at timestamptz not null,
  created_by text not null,
  -- The account of the company as it was then.
  debtor_name text not null,
  debtor_iban text not null,
  debtor_bic text
);
create index payment_file_company on payment_file (company);
alter table payment_transfer
  add column file bigint references payment_file (id),
  add column receiver_bic text,
  -- Two letters.
  add column receiver_country text;
create index payment_transfer_file on payment_transfer (file) where file is not null;
