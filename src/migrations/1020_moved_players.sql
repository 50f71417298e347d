-- Players that a correction gave to another link. What names the former link for them afterwards follows: an event that
-- the brand's platform goes on telling with the old token belongs to the new link.
create table player_move (
  player bigint not null,
  from_action bigint not null,
  to_action bigint not null,
  correction bigint not null references correction (id),
  primary key (player, from_action)
);
create index player_move_from on player_move (from_action);
create index player_move_correction on player_move (correction);

-- What is due to each product of an affiliate's day before and after a move: null for other corrections and for partners.
alter table correction_difference add column products jsonb;
-- Whom a move concerns and how many players it takes along; null for other corrections.
alter table correction_preview add column moved jsonb;

-- What affiliates are told by e-mail and in their pages of what changed for them.
create table affiliate_notice (
  id bigint generated always as identity primary key,
  affiliate bigint not null references affiliate (id) on delete cascade,
  kind text not null check (kind in ('playersLeft', 'playersCame')),
  correction bigint references correction (id),
  -- What the text of the kind names.
  said jsonb not null,
  at timestamptz not null,
  attempts integer not null default 0,
  due_at timestamptz not null,
  mailed_at timestamptz
);
create index affiliate_notice_affiliate on affiliate_notice (affiliate, id);
create index affiliate_notice_due on affiliate_notice (due_at) where mailed_at is null;
