-- What affiliates ask to be paid, where their company takes such requests; one at a time waits in a currency.
create table payout_request (
  id bigint generated always as identity primary key,
  owner_kind text not null check (owner_kind in ('affiliate', 'partner')),
  owner bigint not null,
  currency text not null,
  -- What was pending when it was asked for.
  value numeric(18, 2) not null check (value > 0),
  asked_at timestamptz not null,
  asked_by text not null,
  state text not null default 'waiting' check (state in ('waiting', 'paid', 'declined')),
  payment bigint references payment (id) on delete set null,
  decided_at timestamptz,
  decided_by text,
  reason text
);
create unique index payout_request_waits_once on payout_request (owner_kind, owner, currency) where state = 'waiting';
create index payout_request_payment on payout_request (payment) where payment is not null;
create index payout_request_owner on payout_request (owner_kind, owner, currency, id);

ALTER TABLE "company" ADD COLUMN IF NOT EXISTS "takes_payment_requests" boolean NOT NULL DEFAULT false;
-- An invoice that the company wrote in the name of its payee.
alter table invoice add column if not exists is_self_billed boolean not null default false;
ALTER TABLE "company" ADD COLUMN IF NOT EXISTS "self_billing" boolean NOT NULL DEFAULT false;
