-- Values of players by their own size (docs/decisions/deals.md): what is paid for each is kept with it.
alter table reward add column band_fact text, add column bands jsonb not null default '[]';
alter table reward_history add column band_fact text, add column bands jsonb not null default '[]';
alter table cpa_case add column value numeric(18, 2);
alter table cpa_qualification add column value numeric(18, 2);
