-- The gateway through which a company pays; the installation's where it is empty (docs/decisions/payouts.md).

ALTER TABLE "company" ADD COLUMN IF NOT EXISTS "gateway" text;
ALTER TABLE "company" DROP CONSTRAINT IF EXISTS "company_gateway_holds", ADD CONSTRAINT "company_gateway_holds" CHECK ("gateway" IN ('http'));
COMMENT ON CONSTRAINT "company_gateway_holds" ON "company" IS 'CHECK ("gateway" IN (''http''))';
