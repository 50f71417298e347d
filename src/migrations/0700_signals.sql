-- Made by `npm run migration` from the configuration.

CREATE TABLE IF NOT EXISTS "signal_target" (
  "id" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "version" integer NOT NULL DEFAULT 1,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  "name" text NOT NULL,
  "company" bigint,
  "kind" text NOT NULL,
  "address" text NOT NULL,
  "signals" text[] NOT NULL DEFAULT '{}'::text[],
  "brands" bigint[] NOT NULL DEFAULT '{}'::bigint[],
  "affiliate" bigint,
  "campaign" bigint,
  "action" bigint,
  "state" text,
  "paused_why" text
);
DO $$ BEGIN IF EXISTS (SELECT FROM pg_opclass WHERE opcname = 'gin_trgm_ops' AND pg_opclass_is_visible(oid)) THEN CREATE INDEX IF NOT EXISTS "signal_target_name_search" ON "signal_target" USING gin ("name" gin_trgm_ops); END IF; END $$;
CREATE INDEX IF NOT EXISTS "signal_target_company_index" ON "signal_target" ("company");
DO $$ BEGIN IF EXISTS (SELECT FROM pg_opclass WHERE opcname = 'gin_trgm_ops' AND pg_opclass_is_visible(oid)) THEN CREATE INDEX IF NOT EXISTS "signal_target_address_search" ON "signal_target" USING gin ("address" gin_trgm_ops); END IF; END $$;
CREATE INDEX IF NOT EXISTS "signal_target_brands_index" ON "signal_target" USING gin ("brands");
CREATE INDEX IF NOT EXISTS "signal_target_affiliate_index" ON "signal_target" ("affiliate");
CREATE INDEX IF NOT EXISTS "signal_target_campaign_index" ON "signal_target" ("campaign");
CREATE INDEX IF NOT EXISTS "signal_target_action_index" ON "signal_target" ("action");
CREATE TABLE IF NOT EXISTS "signal_delivery" (
  "id" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "version" integer NOT NULL DEFAULT 1,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  "signal_id" text,
  "signal" text,
  "target" bigint,
  "company" bigint,
  "brands" bigint[] NOT NULL DEFAULT '{}'::bigint[],
  "affiliate" bigint,
  "order_key" text,
  "state" text,
  "tries" integer,
  "status" integer,
  "answer" text,
  "due_at" timestamp with time zone,
  "taken_at" timestamp with time zone
);
CREATE INDEX IF NOT EXISTS "signal_delivery_target_index" ON "signal_delivery" ("target");
CREATE INDEX IF NOT EXISTS "signal_delivery_company_index" ON "signal_delivery" ("company");
CREATE INDEX IF NOT EXISTS "signal_delivery_brands_index" ON "signal_delivery" USING gin ("brands");
CREATE INDEX IF NOT EXISTS "signal_delivery_affiliate_index" ON "signal_delivery" ("affiliate");
ALTER TABLE "signal_target" DROP CONSTRAINT IF EXISTS "signal_target_name_holds", ADD CONSTRAINT "signal_target_name_holds" CHECK (char_length("name") <= 120);
COMMENT ON CONSTRAINT "signal_target_name_holds" ON "signal_target" IS 'CHECK (char_length("name") <= 120)';
ALTER TABLE "signal_target" DROP CONSTRAINT IF EXISTS "signal_target_company_refers", ADD CONSTRAINT "signal_target_company_refers" FOREIGN KEY ("company") REFERENCES "company" ("id") ON DELETE CASCADE;
COMMENT ON CONSTRAINT "signal_target_company_refers" ON "signal_target" IS 'FOREIGN KEY ("company") REFERENCES "company" ("id") ON DELETE CASCADE';
ALTER TABLE "signal_target" DROP CONSTRAINT IF EXISTS "signal_target_kind_holds", ADD CONSTRAINT "signal_target_kind_holds" CHECK ("kind" IN ('webhook', 'postbackGet', 'postbackPost'));
COMMENT ON CONSTRAINT "signal_target_kind_holds" ON "signal_target" IS 'CHECK ("kind" IN (''webhook'', ''postbackGet'', ''postbackPost''))';
ALTER TABLE "signal_target" DROP CONSTRAINT IF EXISTS "signal_target_address_holds", ADD CONSTRAINT "signal_target_address_holds" CHECK (char_length("address") <= 2000);
COMMENT ON CONSTRAINT "signal_target_address_holds" ON "signal_target" IS 'CHECK (char_length("address") <= 2000)';
ALTER TABLE "signal_target" DROP CONSTRAINT IF EXISTS "signal_target_signals_holds", ADD CONSTRAINT "signal_target_signals_holds" CHECK ("signals" <@ ARRAY['registration', 'firstDeposit', 'cpaQualified', 'entryChanged', 'periodLocked', 'statementReady', 'paymentSent', 'paymentFailed', 'keyChanged']::text[]);
COMMENT ON CONSTRAINT "signal_target_signals_holds" ON "signal_target" IS 'CHECK ("signals" <@ ARRAY[''registration'', ''firstDeposit'', ''cpaQualified'', ''entryChanged'', ''periodLocked'', ''statementReady'', ''paymentSent'', ''paymentFailed'', ''keyChanged'']::text[])';
ALTER TABLE "signal_target" DROP CONSTRAINT IF EXISTS "signal_target_affiliate_refers", ADD CONSTRAINT "signal_target_affiliate_refers" FOREIGN KEY ("affiliate") REFERENCES "affiliate" ("id") ON DELETE CASCADE;
COMMENT ON CONSTRAINT "signal_target_affiliate_refers" ON "signal_target" IS 'FOREIGN KEY ("affiliate") REFERENCES "affiliate" ("id") ON DELETE CASCADE';
ALTER TABLE "signal_target" DROP CONSTRAINT IF EXISTS "signal_target_campaign_refers", ADD CONSTRAINT "signal_target_campaign_refers" FOREIGN KEY ("campaign") REFERENCES "campaign" ("id") ON DELETE CASCADE;
COMMENT ON CONSTRAINT "signal_target_campaign_refers" ON "signal_target" IS 'FOREIGN KEY ("campaign") REFERENCES "campaign" ("id") ON DELETE CASCADE';
ALTER TABLE "signal_target" DROP CONSTRAINT IF EXISTS "signal_target_action_refers", ADD CONSTRAINT "signal_target_action_refers" FOREIGN KEY ("action") REFERENCES "action" ("id") ON DELETE CASCADE;
COMMENT ON CONSTRAINT "signal_target_action_refers" ON "signal_target" IS 'FOREIGN KEY ("action") REFERENCES "action" ("id") ON DELETE CASCADE';
ALTER TABLE "signal_target" DROP CONSTRAINT IF EXISTS "signal_target_state_holds", ADD CONSTRAINT "signal_target_state_holds" CHECK ("state" IN ('active', 'paused'));
COMMENT ON CONSTRAINT "signal_target_state_holds" ON "signal_target" IS 'CHECK ("state" IN (''active'', ''paused''))';
ALTER TABLE "signal_target" DROP CONSTRAINT IF EXISTS "signal_target_paused_why_holds", ADD CONSTRAINT "signal_target_paused_why_holds" CHECK (char_length("paused_why") <= 300);
COMMENT ON CONSTRAINT "signal_target_paused_why_holds" ON "signal_target" IS 'CHECK (char_length("paused_why") <= 300)';
COMMENT ON TABLE "signal_target" IS 'Its constraints follow from the configuration.';
ALTER TABLE "signal_delivery" DROP CONSTRAINT IF EXISTS "signal_delivery_signal_id_holds", ADD CONSTRAINT "signal_delivery_signal_id_holds" CHECK (char_length("signal_id") <= 40);
COMMENT ON CONSTRAINT "signal_delivery_signal_id_holds" ON "signal_delivery" IS 'CHECK (char_length("signal_id") <= 40)';
ALTER TABLE "signal_delivery" DROP CONSTRAINT IF EXISTS "signal_delivery_signal_holds", ADD CONSTRAINT "signal_delivery_signal_holds" CHECK ("signal" IN ('registration', 'firstDeposit', 'cpaQualified', 'entryChanged', 'periodLocked', 'statementReady', 'paymentSent', 'paymentFailed', 'keyChanged'));
COMMENT ON CONSTRAINT "signal_delivery_signal_holds" ON "signal_delivery" IS 'CHECK ("signal" IN (''registration'', ''firstDeposit'', ''cpaQualified'', ''entryChanged'', ''periodLocked'', ''statementReady'', ''paymentSent'', ''paymentFailed'', ''keyChanged''))';
ALTER TABLE "signal_delivery" DROP CONSTRAINT IF EXISTS "signal_delivery_target_refers", ADD CONSTRAINT "signal_delivery_target_refers" FOREIGN KEY ("target") REFERENCES "signal_target" ("id") ON DELETE CASCADE;
COMMENT ON CONSTRAINT "signal_delivery_target_refers" ON "signal_delivery" IS 'FOREIGN KEY ("target") REFERENCES "signal_target" ("id") ON DELETE CASCADE';
ALTER TABLE "signal_delivery" DROP CONSTRAINT IF EXISTS "signal_delivery_company_refers", ADD CONSTRAINT "signal_delivery_company_refers" FOREIGN KEY ("company") REFERENCES "company" ("id") ON DELETE CASCADE;
COMMENT ON CONSTRAINT "signal_delivery_company_refers" ON "signal_delivery" IS 'FOREIGN KEY ("company") REFERENCES "company" ("id") ON DELETE CASCADE';
ALTER TABLE "signal_delivery" DROP CONSTRAINT IF EXISTS "signal_delivery_affiliate_refers", ADD CONSTRAINT "signal_delivery_affiliate_refers" FOREIGN KEY ("affiliate") REFERENCES "affiliate" ("id") ON DELETE CASCADE;
COMMENT ON CONSTRAINT "signal_delivery_affiliate_refers" ON "signal_delivery" IS 'FOREIGN KEY ("affiliate") REFERENCES "affiliate" ("id") ON DELETE CASCADE';
ALTER TABLE "signal_delivery" DROP CONSTRAINT IF EXISTS "signal_delivery_order_key_holds", ADD CONSTRAINT "signal_delivery_order_key_holds" CHECK (char_length("order_key") <= 80);
COMMENT ON CONSTRAINT "signal_delivery_order_key_holds" ON "signal_delivery" IS 'CHECK (char_length("order_key") <= 80)';
ALTER TABLE "signal_delivery" DROP CONSTRAINT IF EXISTS "signal_delivery_state_holds", ADD CONSTRAINT "signal_delivery_state_holds" CHECK ("state" IN ('waiting', 'taken', 'dead'));
COMMENT ON CONSTRAINT "signal_delivery_state_holds" ON "signal_delivery" IS 'CHECK ("state" IN (''waiting'', ''taken'', ''dead''))';
ALTER TABLE "signal_delivery" DROP CONSTRAINT IF EXISTS "signal_delivery_answer_holds", ADD CONSTRAINT "signal_delivery_answer_holds" CHECK (char_length("answer") <= 300);
COMMENT ON CONSTRAINT "signal_delivery_answer_holds" ON "signal_delivery" IS 'CHECK (char_length("answer") <= 300)';
COMMENT ON TABLE "signal_delivery" IS 'Its constraints follow from the configuration.';

-- What happened and somebody wants to be told of: written in the transaction of what happened, then spread over the targets that want it.
create table signal (
  id bigint generated always as identity primary key,
  name text not null,
  -- What is told in the order in which it happened has one key: a player, a record.
  order_key text not null,
  company bigint not null,
  -- Whose it is; empty where it is the whole company's.
  brands bigint[],
  affiliate bigint,
  campaign bigint,
  action bigint,
  at timestamptz not null,
  -- A test is told to one target alone.
  only_target bigint,
  data jsonb not null,
  -- What is told once whatever is computed again.
  once text,
  is_spread boolean not null default false,
  made_at timestamptz not null default now()
);
create index signal_waiting_index on signal (id) where not is_spread;
create index signal_made_index on signal (made_at);
create unique index signal_once_index on signal (once) where once is not null;

-- Which signal a delivery is of, and that it is sent once to a target.
alter table signal_delivery add column if not exists sys_signal bigint not null default 0;
create unique index if not exists signal_delivery_once on signal_delivery (target, sys_signal);
create index if not exists signal_delivery_due on signal_delivery (target, due_at, sys_signal) where due_at is not null;
create index if not exists signal_delivery_waiting on signal_delivery (target, order_key, sys_signal) where state = 'waiting';
create index if not exists signal_delivery_of on signal_delivery (sys_signal);
create index if not exists signal_delivery_made on signal_delivery (created_at, id);
create index if not exists signal_delivery_dead on signal_delivery (target) where state = 'dead';

-- When each target is looked at next, by which server, and how it has been answering.
create table signal_queue (
  target bigint primary key references signal_target (id) on delete cascade,
  due_at timestamptz,
  rests_until timestamptz,
  held_by uuid,
  held_until timestamptz,
  -- Failures in a row, and since when.
  failures integer not null default 0,
  failing_since timestamptz,
  -- Slow ones have places of their own, so that they hold up nobody.
  is_slow boolean not null default false
);
create index signal_queue_due on signal_queue (due_at) where due_at is not null;

-- What signs webhooks, sealed with the installation's secret; two of them hold while one takes the other's place.
create table signal_secret (
  id bigint generated always as identity primary key,
  target bigint not null references signal_target (id) on delete cascade,
  sealed bytea not null,
  hint text not null,
  made_at timestamptz not null,
  -- From this moment on it signs nothing; empty for the present one.
  ends_at timestamptz,
  -- Nobody has seen it: made with its target.
  is_unseen boolean not null default false
);
create index signal_secret_target on signal_secret (target);
