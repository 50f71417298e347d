-- What owners were due before a correction, while one is computed: empty between transactions. A table of its own instead of a temporary one, which the role that serves may not be allowed to make.
create table correction_due (
  correction bigint not null,
  owner_kind text not null,
  owner bigint not null,
  currency text not null,
  day date not null,
  value numeric(18, 2) not null,
  primary key (correction, owner_kind, owner, currency, day)
);
