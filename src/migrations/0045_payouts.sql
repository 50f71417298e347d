-- Automatic payments: who asked for one and who approved it, what a gateway was asked for, what was returned.

ALTER TABLE "payment" ADD COLUMN IF NOT EXISTS "requested_by" text;
ALTER TABLE "payment" ADD COLUMN IF NOT EXISTS "awaits_approval" boolean NOT NULL DEFAULT false;
ALTER TABLE "payment" ADD COLUMN IF NOT EXISTS "approved_by" text;

-- One automatic payment under way an owner: two runs of the job, or a person and the job, cannot both pay.
create unique index payment_open_affiliate on payment (affiliate) where affiliate is not null and method = 'automatic' and state in ('created', 'sent', 'unknown');
create unique index payment_open_partner on payment (partner) where partner is not null and method = 'automatic' and state in ('created', 'sent', 'unknown');

-- What the gateway was asked for stays as it was asked: the same id must always carry the same content. Filled in before the first send.
alter table payment_transfer
  -- Which adapter took it. Another one is never asked about it, and never sent it.
  add column gateway text,
  add column currency text,
  add column receiver_name text,
  add column payment_key text,
  add column payment_key_type text,
  -- What is to be done at next_try_at.
  add column next_step text not null default 'send' check (next_step in ('send', 'ask')),
  add column asks integer not null default 0,
  -- The user who asked for it: another one approves.
  add column requested_by bigint;

-- A returned payment re-opened its amount, once.
create table payment_return (
  payment bigint primary key references payment (id),
  entry bigint not null unique references entry (id),
  reason text not null,
  at timestamptz not null
);

-- A pending entry that a refused payment once held can still be removed by the close; one that is held cannot.
alter table payment_entry drop constraint payment_entry_entry_fkey;
alter table payment_entry add constraint payment_entry_entry_fkey foreign key (entry) references entry (id) on delete cascade;
create function refuse_held_entry_removal() returns trigger language plpgsql as $$
begin
  raise exception 'Entry % is held by payment %', old.entry, old.payment using errcode = 'restrict_violation';
end $$;
create trigger payment_entry_held before delete on payment_entry for each row when (old.holds) execute function refuse_held_entry_removal();

-- A complete entry is never changed or deleted.
create function refuse_complete_entry_change() returns trigger language plpgsql as $$
begin
  raise exception 'Entry % is complete', old.id using errcode = 'restrict_violation';
end $$;
create trigger entry_complete_is_final before update or delete on entry for each row when (old.status = 'complete') execute function refuse_complete_entry_change();

-- What the sandbox gateway was sent: it forgets nothing and settles, rejects or stays silent by amount and key.
create table sandbox_payout (
  id uuid primary key,
  content text not null,
  state text not null check (state in ('accepted', 'settled', 'refused', 'silent')),
  -- What becomes of an accepted one, and when.
  outcome text check (outcome in ('settled', 'refused')),
  due_at timestamptz,
  reason text
);
create index sandbox_payout_due on sandbox_payout (due_at) where due_at is not null;
