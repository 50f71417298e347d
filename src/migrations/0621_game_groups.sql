-- The group of games of an event, what counts of a player at most, and bases of stakes times edges (docs/decisions/deals.md).
alter table event add column game_group text;
alter table reward add column edges jsonb not null default '[]', add column edge numeric(9, 4),
  add column player_ceiling text, add column player_ceiling_amount numeric(18, 2);
alter table reward_history add column edges jsonb not null default '[]', add column edge numeric(9, 4),
  add column player_ceiling text, add column player_ceiling_amount numeric(18, 2);
