-- When wins that are kept apart are forgotten, and what a player counts for at most over its life or of commission.
alter table reward add column quarantine_months integer, add column player_ceiling_of text,
  add column player_ceiling_over text;
alter table reward_history add column quarantine_months integer, add column player_ceiling_of text,
  add column player_ceiling_over text;
