-- How entries are paid. "payment" and "entry" come from 0001_registers.sql.

-- The entries of a payment. A payment holds its entries until it is rejected; an entry is held by one payment at most.
create table payment_entry (
  payment bigint not null references payment (id) on delete cascade,
  entry bigint not null references entry (id),
  holds boolean not null default true,
  primary key (payment, entry)
);
create unique index payment_entry_held_once on payment_entry (entry) where holds;

-- Every try to pay, what came of it, and when.
create table payment_attempt (
  id bigint generated always as identity primary key,
  payment bigint not null references payment (id) on delete cascade,
  at timestamptz not null default now(),
  outcome text not null,
  message text not null
);
create index payment_attempt_payment on payment_attempt (payment, at);

-- What the payout gateway knows of a payment: our own id is the idempotency key of every try.
create table payment_transfer (
  payment bigint primary key references payment (id) on delete cascade,
  transfer_id uuid not null unique default gen_random_uuid(),
  tries integer not null default 0,
  next_try_at timestamptz,
  reason text
);
create index payment_transfer_due on payment_transfer (next_try_at) where next_try_at is not null;

-- Automatic payment of an owner waits until then, for instance after its payment key was changed.
create table payment_hold (
  owner_kind text not null check (owner_kind in ('affiliate', 'partner')),
  owner bigint not null,
  held_until timestamptz not null,
  reason text not null,
  primary key (owner_kind, owner)
);

-- Answers of writes that move money: the same key and body again gives the same answer and no second effect.
create table idempotency_key (
  actor text not null,
  key text not null,
  -- sha256 of method, address and body.
  request_hash text not null,
  status integer not null,
  answer jsonb not null,
  created_at timestamptz not null default now(),
  primary key (actor, key)
);
create index idempotency_key_created_at on idempotency_key (created_at);
