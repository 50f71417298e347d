-- Who has which record open, at whichever server their page listens. A line is true while its server says so again; a crash may empty it: servers write what they hold again within ten seconds.
create unlogged table record_open (
  object text not null,
  record bigint not null,
  server uuid not null,
  -- Null for whoever signed in with a partner's key.
  "user" bigint,
  name text not null,
  seen_at timestamptz not null,
  primary key (object, record, server, name)
);
create index record_open_seen on record_open (seen_at);
