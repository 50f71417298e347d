-- Shares that look at single players: those CPA was paid for, rates by registration and age (docs/decisions/deals.md).
alter table reward add column cpa_players text, add column player_rates jsonb not null default '[]';
alter table reward_history add column cpa_players text, add column player_rates jsonb not null default '[]';
