-- Who or what is suspended, why, since when and until when: an affiliate, link, campaign or partner. While one is in force
-- nothing is attributed to what it names or what lies below it.
create table if not exists suspension (
  id bigint generated always as identity primary key,
  object text not null check (object in ('affiliate', 'action', 'campaign', 'partner')),
  record bigint not null,
  reason text not null check (length(reason) <= 300),
  started_at timestamptz not null,
  started_by text not null,
  -- The account by which it was done, of whom another person is asked for to end it.
  author_kind text,
  author bigint,
  ended_at timestamptz,
  ended_by text,
  end_reason text check (length(end_reason) <= 300),
  check ((ended_at is null) = (ended_by is null))
);
create unique index if not exists suspension_once on suspension (object, record) where ended_at is null;
create index if not exists suspension_record on suspension (object, record, id);

alter table event drop constraint if exists event_unattributed_check;
alter table event add constraint event_unattributed_check check (unattributed in
  ('unknown_action', 'unknown_promo_code', 'unknown_click', 'no_action', 'unknown_player', 'no_player', 'suspended')) not valid;
alter table owner_hold drop constraint if exists owner_hold_cause_check;
alter table owner_hold add constraint owner_hold_cause_check check (cause in
  ('by_hand', 'returned', 'other_person', 'not_checked', 'risk', 'key_changed', 'suspended'));
