-- Versions of dated fields that begin on a day to come, and may end on a later one. They become rows of a record's
-- history on their first day; until then nothing that is reckoned sees them. A server of the release before leaves them
-- where they are.
create table scheduled_version (
  id bigint generated always as identity primary key,
  object text not null,
  record bigint not null,
  -- The dated fields that will read otherwise, and what they read before once it has begun.
  "values" jsonb not null,
  replaced jsonb,
  valid_from date not null,
  -- The day on which what was there before comes back.
  valid_until date check (valid_until > valid_from),
  state text not null check (state in ('waiting', 'begun', 'ended', 'withdrawn')),
  -- Why it could not begin or end yet.
  problem text,
  scheduled_by text not null,
  scheduled_at timestamptz not null,
  withdrawn_by text,
  withdrawn_at timestamptz,
  check ((state = 'withdrawn') = (withdrawn_by is not null)),
  check ((state in ('begun', 'ended')) = (replaced is not null))
);
create unique index scheduled_version_once on scheduled_version (object, record, valid_from) where state = 'waiting';
create index scheduled_version_record on scheduled_version (object, record, valid_from);
create index scheduled_version_due on scheduled_version (coalesce(valid_until, valid_from)) where state in ('waiting', 'begun');
