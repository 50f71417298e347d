-- Made by `npm run migration` from the configuration.

CREATE TABLE IF NOT EXISTS "redirect_host" (
  "id" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "version" integer NOT NULL DEFAULT 1,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  "host" text,
  "brand" bigint,
  "reason" text
);
DO $$ BEGIN IF EXISTS (SELECT FROM pg_opclass WHERE opcname = 'gin_trgm_ops' AND pg_opclass_is_visible(oid)) THEN CREATE INDEX IF NOT EXISTS "redirect_host_host_search" ON "redirect_host" USING gin ("host" gin_trgm_ops); END IF; END $$;
CREATE INDEX IF NOT EXISTS "redirect_host_brand_index" ON "redirect_host" ("brand");
CREATE UNIQUE INDEX IF NOT EXISTS "redirect_host_host_key" ON "redirect_host" ("host", "brand");

-- Where links lead already stays approved: the sites of sub brands.
INSERT INTO redirect_host (host, brand)
SELECT DISTINCT regexp_replace(lower(substring(site FROM '^[a-zA-Z]+://([^/?#:]+)')), '^www\.', '') AS host, brand FROM sub_brand
WHERE site IS NOT NULL AND brand IS NOT NULL AND site ~ '^[a-zA-Z]+://[^/?#:@]+' ORDER BY 2, 1
ON CONFLICT DO NOTHING;
