-- Bank statements that say that money of settled payments came back: kept as they came until another person than who uploaded them approves or declines.
create table bank_statement (
  id bigint generated always as identity primary key,
  -- SHA-256 of the text, in hexadecimal.
  digest text not null unique,
  -- As it was uploaded; empty once somebody decided, since it names payees.
  content text,
  -- Settled payments that it says came back.
  payments bigint[] not null,
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'declined')),
  uploaded_at timestamptz not null,
  uploaded_by text not null,
  decided_at timestamptz,
  decided_by text,
  reason text
);
