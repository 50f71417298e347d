-- Made by `npm run migration` from the configuration.

CREATE TABLE IF NOT EXISTS "affiliate_user" (
  "id" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "version" integer NOT NULL DEFAULT 1,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  "name" text NOT NULL,
  "email" text NOT NULL,
  "affiliate" bigint NOT NULL,
  "language" text,
  "suspended" boolean NOT NULL DEFAULT false,
  "invited_until" timestamp with time zone,
  "joined_at" timestamp with time zone
);
DO $$ BEGIN IF EXISTS (SELECT FROM pg_opclass WHERE opcname = 'gin_trgm_ops' AND pg_opclass_is_visible(oid)) THEN CREATE INDEX IF NOT EXISTS "affiliate_user_name_search" ON "affiliate_user" USING gin ("name" gin_trgm_ops); END IF; END $$;
CREATE UNIQUE INDEX IF NOT EXISTS "affiliate_user_email_key" ON "affiliate_user" ("email");
DO $$ BEGIN IF EXISTS (SELECT FROM pg_opclass WHERE opcname = 'gin_trgm_ops' AND pg_opclass_is_visible(oid)) THEN CREATE INDEX IF NOT EXISTS "affiliate_user_email_search" ON "affiliate_user" USING gin ("email" gin_trgm_ops); END IF; END $$;
CREATE INDEX IF NOT EXISTS "affiliate_user_affiliate_index" ON "affiliate_user" ("affiliate");
ALTER TABLE "affiliate_user" DROP CONSTRAINT IF EXISTS "affiliate_user_name_holds", ADD CONSTRAINT "affiliate_user_name_holds" CHECK (char_length("name") <= 120);
COMMENT ON CONSTRAINT "affiliate_user_name_holds" ON "affiliate_user" IS 'CHECK (char_length("name") <= 120)';
ALTER TABLE "affiliate_user" DROP CONSTRAINT IF EXISTS "affiliate_user_email_holds", ADD CONSTRAINT "affiliate_user_email_holds" CHECK (char_length("email") <= 254);
COMMENT ON CONSTRAINT "affiliate_user_email_holds" ON "affiliate_user" IS 'CHECK (char_length("email") <= 254)';
ALTER TABLE "affiliate_user" DROP CONSTRAINT IF EXISTS "affiliate_user_affiliate_refers", ADD CONSTRAINT "affiliate_user_affiliate_refers" FOREIGN KEY ("affiliate") REFERENCES "affiliate" ("id") ON DELETE CASCADE;
COMMENT ON CONSTRAINT "affiliate_user_affiliate_refers" ON "affiliate_user" IS 'FOREIGN KEY ("affiliate") REFERENCES "affiliate" ("id") ON DELETE CASCADE';
ALTER TABLE "affiliate_user" DROP CONSTRAINT IF EXISTS "affiliate_user_language_holds", ADD CONSTRAINT "affiliate_user_language_holds" CHECK ("language" IN ('pt', 'en', 'es'));
COMMENT ON CONSTRAINT "affiliate_user_language_holds" ON "affiliate_user" IS 'CHECK ("language" IN (''pt'', ''en'', ''es''))';
COMMENT ON TABLE "affiliate_user" IS 'Its constraints follow from the configuration.';

-- One of an affiliate's people signs in as that affiliate. A version that knows nothing of it sees the affiliate's own session, as a key opens it.
alter table session add column affiliate_user_id bigint references affiliate_user (id) on delete cascade;
create index session_affiliate_user_id on session (affiliate_user_id) where affiliate_user_id is not null;

-- Their passwords, as the table user_credential has those of users.
create table affiliate_user_credential (
  affiliate_user_id bigint primary key references affiliate_user (id) on delete cascade,
  password_hash text not null,
  is_from_environment boolean not null default false,
  changed_at timestamptz not null default now()
);

-- Their authenticators, as the table two_step has those of users.
create table affiliate_user_two_step (
  affiliate_user_id bigint primary key references affiliate_user (id) on delete cascade,
  secret_encrypted bytea not null,
  confirmed_at timestamptz,
  last_used_step bigint not null default 0,
  failed_count integer not null default 0,
  locked_at timestamptz
);

-- The links by which they set a password: of each a digest, good once and for a time.
create table affiliate_invitation (
  id bigint generated always as identity primary key,
  affiliate_user bigint not null references affiliate_user (id) on delete cascade,
  hash bytea not null unique,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- Another link took its place.
  ended_at timestamptz
);
create index affiliate_invitation_of on affiliate_invitation (affiliate_user);
