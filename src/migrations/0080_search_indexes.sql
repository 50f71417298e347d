-- Searched fields get an index of their three-letter pieces, where the database has the extension for it (docs/decisions/search-and-duplicates.md).
-- It comes with PostgreSQL; a server on which it is missing or may not be created goes on without.
do $$ begin
  create extension if not exists pg_trgm;
exception when insufficient_privilege or undefined_file or feature_not_supported then
  raise notice 'pg_trgm cannot be created: %', sqlerrm;
end $$;

-- Made by `npm run migration` from the configuration.
DO $$ BEGIN IF EXISTS (SELECT FROM pg_opclass WHERE opcname = 'gin_trgm_ops' AND pg_opclass_is_visible(oid)) THEN CREATE INDEX IF NOT EXISTS "company_name_search" ON "company" USING gin ("name" gin_trgm_ops); END IF; END $$;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_opclass WHERE opcname = 'gin_trgm_ops' AND pg_opclass_is_visible(oid)) THEN CREATE INDEX IF NOT EXISTS "brand_name_search" ON "brand" USING gin ("name" gin_trgm_ops); END IF; END $$;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_opclass WHERE opcname = 'gin_trgm_ops' AND pg_opclass_is_visible(oid)) THEN CREATE INDEX IF NOT EXISTS "brand_slug_search" ON "brand" USING gin ("slug" gin_trgm_ops); END IF; END $$;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_opclass WHERE opcname = 'gin_trgm_ops' AND pg_opclass_is_visible(oid)) THEN CREATE INDEX IF NOT EXISTS "reward_name_search" ON "reward" USING gin ("name" gin_trgm_ops); END IF; END $$;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_opclass WHERE opcname = 'gin_trgm_ops' AND pg_opclass_is_visible(oid)) THEN CREATE INDEX IF NOT EXISTS "reward_slug_search" ON "reward" USING gin ("slug" gin_trgm_ops); END IF; END $$;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_opclass WHERE opcname = 'gin_trgm_ops' AND pg_opclass_is_visible(oid)) THEN CREATE INDEX IF NOT EXISTS "reward_profile_name_search" ON "reward_profile" USING gin ("name" gin_trgm_ops); END IF; END $$;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_opclass WHERE opcname = 'gin_trgm_ops' AND pg_opclass_is_visible(oid)) THEN CREATE INDEX IF NOT EXISTS "partner_level_name_search" ON "partner_level" USING gin ("name" gin_trgm_ops); END IF; END $$;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_opclass WHERE opcname = 'gin_trgm_ops' AND pg_opclass_is_visible(oid)) THEN CREATE INDEX IF NOT EXISTS "partner_name_search" ON "partner" USING gin ("name" gin_trgm_ops); END IF; END $$;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_opclass WHERE opcname = 'gin_trgm_ops' AND pg_opclass_is_visible(oid)) THEN CREATE INDEX IF NOT EXISTS "partner_token_search" ON "partner" USING gin ("token" gin_trgm_ops); END IF; END $$;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_opclass WHERE opcname = 'gin_trgm_ops' AND pg_opclass_is_visible(oid)) THEN CREATE INDEX IF NOT EXISTS "affiliate_name_search" ON "affiliate" USING gin ("name" gin_trgm_ops); END IF; END $$;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_opclass WHERE opcname = 'gin_trgm_ops' AND pg_opclass_is_visible(oid)) THEN CREATE INDEX IF NOT EXISTS "affiliate_alias_search" ON "affiliate" USING gin ("alias" gin_trgm_ops); END IF; END $$;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_opclass WHERE opcname = 'gin_trgm_ops' AND pg_opclass_is_visible(oid)) THEN CREATE INDEX IF NOT EXISTS "affiliate_token_search" ON "affiliate" USING gin ("token" gin_trgm_ops); END IF; END $$;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_opclass WHERE opcname = 'gin_trgm_ops' AND pg_opclass_is_visible(oid)) THEN CREATE INDEX IF NOT EXISTS "affiliate_cpf_search" ON "affiliate" USING gin ("cpf" gin_trgm_ops); END IF; END $$;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_opclass WHERE opcname = 'gin_trgm_ops' AND pg_opclass_is_visible(oid)) THEN CREATE INDEX IF NOT EXISTS "affiliate_email_search" ON "affiliate" USING gin ("email" gin_trgm_ops); END IF; END $$;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_opclass WHERE opcname = 'gin_trgm_ops' AND pg_opclass_is_visible(oid)) THEN CREATE INDEX IF NOT EXISTS "sub_brand_name_search" ON "sub_brand" USING gin ("name" gin_trgm_ops); END IF; END $$;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_opclass WHERE opcname = 'gin_trgm_ops' AND pg_opclass_is_visible(oid)) THEN CREATE INDEX IF NOT EXISTS "sub_brand_slug_search" ON "sub_brand" USING gin ("slug" gin_trgm_ops); END IF; END $$;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_opclass WHERE opcname = 'gin_trgm_ops' AND pg_opclass_is_visible(oid)) THEN CREATE INDEX IF NOT EXISTS "campaign_name_search" ON "campaign" USING gin ("name" gin_trgm_ops); END IF; END $$;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_opclass WHERE opcname = 'gin_trgm_ops' AND pg_opclass_is_visible(oid)) THEN CREATE INDEX IF NOT EXISTS "campaign_promo_code_search" ON "campaign" USING gin ("promo_code" gin_trgm_ops); END IF; END $$;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_opclass WHERE opcname = 'gin_trgm_ops' AND pg_opclass_is_visible(oid)) THEN CREATE INDEX IF NOT EXISTS "action_name_search" ON "action" USING gin ("name" gin_trgm_ops); END IF; END $$;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_opclass WHERE opcname = 'gin_trgm_ops' AND pg_opclass_is_visible(oid)) THEN CREATE INDEX IF NOT EXISTS "action_token_search" ON "action" USING gin ("token" gin_trgm_ops); END IF; END $$;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_opclass WHERE opcname = 'gin_trgm_ops' AND pg_opclass_is_visible(oid)) THEN CREATE INDEX IF NOT EXISTS "user_name_search" ON "user" USING gin ("name" gin_trgm_ops); END IF; END $$;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_opclass WHERE opcname = 'gin_trgm_ops' AND pg_opclass_is_visible(oid)) THEN CREATE INDEX IF NOT EXISTS "user_email_search" ON "user" USING gin ("email" gin_trgm_ops); END IF; END $$;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_opclass WHERE opcname = 'gin_trgm_ops' AND pg_opclass_is_visible(oid)) THEN CREATE INDEX IF NOT EXISTS "payment_reference_search" ON "payment" USING gin ("reference" gin_trgm_ops); END IF; END $$;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_opclass WHERE opcname = 'gin_trgm_ops' AND pg_opclass_is_visible(oid)) THEN CREATE INDEX IF NOT EXISTS "activity_log_actor_search" ON "activity_log" USING gin ("actor" gin_trgm_ops); END IF; END $$;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_opclass WHERE opcname = 'gin_trgm_ops' AND pg_opclass_is_visible(oid)) THEN CREATE INDEX IF NOT EXISTS "activity_log_url_search" ON "activity_log" USING gin ("url" gin_trgm_ops); END IF; END $$;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_opclass WHERE opcname = 'gin_trgm_ops' AND pg_opclass_is_visible(oid)) THEN CREATE INDEX IF NOT EXISTS "activity_log_object_id_search" ON "activity_log" USING gin ("object_id" gin_trgm_ops); END IF; END $$;
DO $$ BEGIN IF EXISTS (SELECT FROM pg_opclass WHERE opcname = 'gin_trgm_ops' AND pg_opclass_is_visible(oid)) THEN CREATE INDEX IF NOT EXISTS "activity_log_changes_search" ON "activity_log" USING gin (("changes"::text) gin_trgm_ops); END IF; END $$;
