-- Partners are people or companies as affiliates are, and their payments are taxed as such (docs/decisions/withholding.md).

ALTER TABLE "partner" ADD COLUMN IF NOT EXISTS "document_type" text;
ALTER TABLE "partner" ADD COLUMN IF NOT EXISTS "document" text;
ALTER TABLE "partner" ADD COLUMN IF NOT EXISTS "municipality" text;
CREATE INDEX IF NOT EXISTS "partner_document_index" ON "partner" ("document");
ALTER TABLE "partner" DROP CONSTRAINT IF EXISTS "partner_document_type_holds", ADD CONSTRAINT "partner_document_type_holds" CHECK ("document_type" IN ('email', 'cpf', 'cnpj', 'passport'));
COMMENT ON CONSTRAINT "partner_document_type_holds" ON "partner" IS 'CHECK ("document_type" IN (''email'', ''cpf'', ''cnpj'', ''passport''))';
ALTER TABLE "partner" DROP CONSTRAINT IF EXISTS "partner_municipality_holds", ADD CONSTRAINT "partner_municipality_holds" CHECK (char_length("municipality") <= 80);
COMMENT ON CONSTRAINT "partner_municipality_holds" ON "partner" IS 'CHECK (char_length("municipality") <= 80)';
