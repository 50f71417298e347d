-- Payments of an owner that wait until a person releases them, or the key changes: held by a person, because the money
-- came back, or because the key is somebody else's. Kept after the release: who, when, why.
create table owner_hold (
  id bigint generated always as identity primary key,
  owner_kind text not null check (owner_kind in ('affiliate', 'partner')),
  owner bigint not null,
  cause text not null check (cause in ('by_hand', 'returned', 'other_person', 'not_checked')),
  note text not null,
  -- A digest of key and person, where the hold is about them: released by a person, they are accepted as they are.
  payee text,
  placed_at timestamptz not null,
  placed_by text not null,
  released_at timestamptz,
  released_by text,
  release_note text,
  check ((released_at is null) = (released_by is null))
);
create unique index owner_hold_once on owner_hold (owner_kind, owner, cause) where released_at is null;
create index owner_hold_owner on owner_hold (owner_kind, owner, id);

-- Whose last payment came back from the key that they still have is held from now on.
insert into owner_hold (owner_kind, owner, cause, note, placed_at, placed_by)
select distinct on (last.kind, last.owner) last.kind, last.owner, 'returned', coalesce(last.reason, '-'), last.updated_at, 'payout'
from (
  select distinct on (kind, owner, payment.currency) kind, owner, payment.state, payment.updated_at, transfer.reason, transfer.payment_key
  from payment join payment_transfer transfer on transfer.payment = payment.id
    cross join lateral (select case when affiliate is null then 'partner' else 'affiliate' end as kind, coalesce(affiliate, partner) as owner) of
  where payment.method = 'automatic' order by kind, owner, payment.currency, payment.id desc
) last
where last.state = 'returned' and last.payment_key is not distinct from case last.kind
  when 'affiliate' then (select payment_key from affiliate where id = last.owner)
  else (select payment_key from partner where id = last.owner) end;

-- What somebody approved, as a digest of amount, key and owner: sent is that and nothing else.
alter table payment_request add column approved_for text;
