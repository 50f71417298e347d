-- What a company's feeds call each product, before the names everybody knows.
ALTER TABLE "company" ADD COLUMN IF NOT EXISTS "product_names" jsonb NOT NULL DEFAULT '[]'::jsonb;
