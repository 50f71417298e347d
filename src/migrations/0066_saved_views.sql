-- What somebody asks of a report again and again, under a name of their own.
create table saved_view (
  id bigint generated always as identity primary key,
  user_id bigint not null references "user" (id) on delete cascade,
  report text not null,
  name text not null,
  -- As it stands in the address of the report's page.
  query text not null,
  created_at timestamptz not null default now(),
  unique (user_id, report, name)
);
