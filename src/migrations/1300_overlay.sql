-- What product owners lay over the declarations: published versions, and a draft for each author.
create table overlay (
  id bigint generated always as identity primary key,
  -- Of a published one; of a draft the version it began with is in based_on alone.
  version integer unique,
  based_on integer not null,
  author bigint references "user" (id) on delete set null,
  -- As it was sent: the order of its names says something.
  content json not null,
  at timestamptz not null default now()
);
create unique index overlay_draft on overlay (author) where version is null;
