-- Who made or changed whose account: an approver is apart from whoever asked. Without foreign keys, so that the trail outlives both accounts.
create table user_author (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  -- The e-mail at that time.
  user_name text not null,
  -- The user who did it; empty where a command or the environment did.
  author bigint,
  author_name text not null,
  author_is_root boolean not null,
  what text not null,
  at timestamptz not null
);
create index user_author_user on user_author (user_id, at);

create function refuse_user_author_change() returns trigger language plpgsql as $$
begin
  raise exception 'Who made or changed an account is never changed' using errcode = 'restrict_violation';
end $$;
create trigger user_author_is_final before update or delete on user_author for each row execute function refuse_user_author_change();

ALTER TABLE "company" ADD COLUMN IF NOT EXISTS "approver_apart_days" integer;
ALTER TABLE "company" ADD COLUMN IF NOT EXISTS "approver_age_days" integer;
UPDATE "company" SET "approver_apart_days" = 30, "approver_age_days" = 0;

-- Who approved, by id: the name stands in the payment.
alter table payment_transfer add column approved_by bigint;
