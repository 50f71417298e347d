-- The backups that were made of this database, as far as it knows: whoever watches asks how old the newest is.
create table backup (
  id bigint generated always as identity primary key,
  made_at timestamptz not null default now(),
  file text not null,
  bytes bigint not null,
  rows bigint not null
);
create index backup_made_at on backup (made_at desc);
