-- Where a player's events lie besides the affiliate it registered with (or, of a player whose registration was never told, anywhere): its first event under each such affiliate. A trigger of
-- CPA asks for the player's whole life, and this says where to look for the rest of it; the first row of a player without registration says whose it is.
create table player_place (
  player bigint not null,
  affiliate bigint not null,
  -- The affiliate of the player's registration; empty while that was never told.
  home bigint,
  -- Of the first event, by occurrence, ties by event_id.
  action bigint not null,
  sub_brand bigint not null default 0,
  first_at timestamptz not null,
  first_event text collate "C" not null,
  first_day date not null,
  primary key (player, affiliate)
);
create index player_place_affiliate on player_place (affiliate) where home is null;
create index player_place_home on player_place (home);

insert into player_place (player, affiliate, home, action, sub_brand, first_at, first_event, first_day)
select distinct on (event.player, event.affiliate) event.player, event.affiliate, player.affiliate, event.action, event.sub_brand, event.occurred_at, event.event_id, event.day
from event join player on player.id = event.player
where event.affiliate is not null and event.affiliate is distinct from player.affiliate
order by event.player, event.affiliate, event.occurred_at, event.event_id;
