-- What changed in who may sign in for an affiliate, and in where it is paid to: told by e-mail at the addresses that were valid before, with a link that stops the change.
create table access_change (
  id bigint generated always as identity primary key,
  affiliate bigint not null references affiliate (id) on delete cascade,
  kind text not null check (kind in ('accessKey', 'person', 'authenticator', 'paymentKey', 'email')),
  -- The access key, or one of the affiliate's people; null where it is the affiliate's own record.
  subject bigint,
  -- What the subject is called.
  label text,
  -- The fields before, where stopping puts them back.
  before jsonb,
  at timestamptz not null,
  author_name text not null,
  is_by_staff boolean not null,
  addresses text[] not null,
  attempts integer not null default 0,
  due_at timestamptz not null,
  mailed_at timestamptz,
  -- Digest of the link in the mail that was sent last.
  stop_hash bytea unique,
  stopped_at timestamptz
);
create index access_change_affiliate on access_change (affiliate, id);
create index access_change_due on access_change (due_at) where mailed_at is null;

-- A payment key that nobody proved to be the affiliate's own change waits for so many people.
alter table owner_hold add column approvals_needed integer not null default 1;
-- Which of the affiliate's people changed it.
alter table owner_hold add column changed_by bigint;
create table owner_hold_approval (
  hold bigint not null references owner_hold (id) on delete cascade,
  approver bigint not null,
  approver_name text not null,
  at timestamptz not null,
  primary key (hold, approver)
);
