-- What an access key is good for. One that a version without scopes made signs in, and opens reports too, until it is rotated.
alter table access_key
  add column scope text not null default 'signIn' constraint access_key_scope_check check (scope in ('reports', 'api', 'signIn')),
  add column is_earlier boolean not null default true;

ALTER TABLE "company" ADD COLUMN IF NOT EXISTS "access_key_days" integer;
ALTER TABLE "company" DROP CONSTRAINT IF EXISTS "company_access_key_days_holds", ADD CONSTRAINT "company_access_key_days_holds" CHECK ("access_key_days" >= 1 AND "access_key_days" <= 180);
COMMENT ON CONSTRAINT "company_access_key_days_holds" ON "company" IS 'CHECK ("access_key_days" >= 1 AND "access_key_days" <= 180)';
