-- Where a visit came from, and why it is no click (a robot's, ahead of a visitor, made again): its click_id is found all the same.
alter table click add column referrer text, add column apart text check (apart in ('bot', 'prefetch', 'repeat')), add column apart_by text;

-- Who came to a link on a day: a digest that says nothing of anybody, kept for two days.
create table click_visitor (
  day date not null,
  action bigint not null,
  visitor uuid not null,
  last_at timestamptz not null,
  primary key (day, action, visitor)
);

-- How many visits to a link on a day were somebody's first (unique), and how many were no clicks, by which list.
create table visit_count (
  day date not null,
  brand bigint not null,
  action bigint not null,
  kind text not null check (kind in ('unique', 'bot', 'prefetch', 'repeat')),
  counted_by text collate "C" not null default '',
  visits bigint not null default 0,
  primary key (day, action, kind, counted_by)
);

-- Since when and until when a brand may be offered, by which authorisation; without days nobody asks.
alter table brand add column if not exists "authorization" text collate "C",
  add column if not exists authorized_from date, add column if not exists authorized_until date;
