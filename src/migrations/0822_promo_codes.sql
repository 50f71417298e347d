-- Made by `npm run migration` from the configuration.

CREATE TABLE IF NOT EXISTS "promo_code" (
  "id" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "version" integer NOT NULL DEFAULT 1,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  "code" text NOT NULL,
  "brand" bigint NOT NULL,
  "affiliate" bigint NOT NULL,
  "action" bigint NOT NULL,
  "valid_until" date,
  "state" text,
  "reason" text,
  "decided_by" text,
  "note" text,
  "decided_at" timestamp with time zone
);
CREATE UNIQUE INDEX IF NOT EXISTS "promo_code_code_key" ON "promo_code" ("brand", "code");
DO $$ BEGIN IF EXISTS (SELECT FROM pg_opclass WHERE opcname = 'gin_trgm_ops' AND pg_opclass_is_visible(oid)) THEN CREATE INDEX IF NOT EXISTS "promo_code_code_search" ON "promo_code" USING gin ("code" gin_trgm_ops); END IF; END $$;
CREATE INDEX IF NOT EXISTS "promo_code_brand_index" ON "promo_code" ("brand");
CREATE INDEX IF NOT EXISTS "promo_code_affiliate_index" ON "promo_code" ("affiliate");
CREATE INDEX IF NOT EXISTS "promo_code_action_index" ON "promo_code" ("action");
CREATE INDEX IF NOT EXISTS "promo_code_valid_until_index" ON "promo_code" ("valid_until");
ALTER TABLE "promo_code" DROP CONSTRAINT IF EXISTS "promo_code_code_holds", ADD CONSTRAINT "promo_code_code_holds" CHECK (char_length("code") <= 20);
COMMENT ON CONSTRAINT "promo_code_code_holds" ON "promo_code" IS 'CHECK (char_length("code") <= 20)';
ALTER TABLE "promo_code" DROP CONSTRAINT IF EXISTS "promo_code_brand_refers", ADD CONSTRAINT "promo_code_brand_refers" FOREIGN KEY ("brand") REFERENCES "brand" ("id");
COMMENT ON CONSTRAINT "promo_code_brand_refers" ON "promo_code" IS 'FOREIGN KEY ("brand") REFERENCES "brand" ("id")';
ALTER TABLE "promo_code" DROP CONSTRAINT IF EXISTS "promo_code_affiliate_refers", ADD CONSTRAINT "promo_code_affiliate_refers" FOREIGN KEY ("affiliate") REFERENCES "affiliate" ("id") ON DELETE CASCADE;
COMMENT ON CONSTRAINT "promo_code_affiliate_refers" ON "promo_code" IS 'FOREIGN KEY ("affiliate") REFERENCES "affiliate" ("id") ON DELETE CASCADE';
ALTER TABLE "promo_code" DROP CONSTRAINT IF EXISTS "promo_code_action_refers", ADD CONSTRAINT "promo_code_action_refers" FOREIGN KEY ("action") REFERENCES "action" ("id") ON DELETE CASCADE;
COMMENT ON CONSTRAINT "promo_code_action_refers" ON "promo_code" IS 'FOREIGN KEY ("action") REFERENCES "action" ("id") ON DELETE CASCADE';
ALTER TABLE "promo_code" DROP CONSTRAINT IF EXISTS "promo_code_state_holds", ADD CONSTRAINT "promo_code_state_holds" CHECK ("state" IN ('waiting', 'active', 'refused'));
COMMENT ON CONSTRAINT "promo_code_state_holds" ON "promo_code" IS 'CHECK ("state" IN (''waiting'', ''active'', ''refused''))';
ALTER TABLE "promo_code" DROP CONSTRAINT IF EXISTS "promo_code_reason_holds", ADD CONSTRAINT "promo_code_reason_holds" CHECK (char_length("reason") <= 300);
COMMENT ON CONSTRAINT "promo_code_reason_holds" ON "promo_code" IS 'CHECK (char_length("reason") <= 300)';
ALTER TABLE "promo_code" DROP CONSTRAINT IF EXISTS "promo_code_decided_by_holds", ADD CONSTRAINT "promo_code_decided_by_holds" CHECK (char_length("decided_by") <= 254);
COMMENT ON CONSTRAINT "promo_code_decided_by_holds" ON "promo_code" IS 'CHECK (char_length("decided_by") <= 254)';
ALTER TABLE "promo_code" DROP CONSTRAINT IF EXISTS "promo_code_note_holds", ADD CONSTRAINT "promo_code_note_holds" CHECK (char_length("note") <= 300);
COMMENT ON CONSTRAINT "promo_code_note_holds" ON "promo_code" IS 'CHECK (char_length("note") <= 300)';
COMMENT ON TABLE "promo_code" IS 'Its constraints follow from the configuration.';

-- What the player typed, of events that say so.
alter table event add column promo_code text;
-- What is there keeps its reason and need not be read for this.
alter table event drop constraint event_unattributed_check;
alter table event add constraint event_unattributed_check check (unattributed in
  ('unknown_action', 'unknown_promo_code', 'unknown_click', 'no_action', 'unknown_player', 'no_player')) not valid;
