-- What people of a company said of what banks write (docs/reference/bank-statements.md). A code without meaning waits for an answer.
create table bank_code (
  company bigint not null,
  -- Three digits.
  bank text not null,
  -- Two characters of an occurrence of CNAB, or the whole of one; empty where the bank left the place blank.
  code text not null,
  means text check (means in ('settled', 'accepted', 'rejected', 'returned', 'information')),
  seen_at timestamptz not null,
  answered_at timestamptz,
  answered_by text,
  primary key (company, bank, code)
);

-- Whose a text of a bank is, by the names in it; of nobody where it is no payment of the company's.
create table bank_text (
  company bigint not null,
  text text not null check (text <> ''),
  owner_kind text check (owner_kind in ('affiliate', 'partner')),
  owner bigint,
  said_at timestamptz not null,
  said_by text not null,
  primary key (company, text),
  check ((owner_kind is null) = (owner is null))
);
