-- What is paid for a player beside the first part, each at a milestone of its own (docs/decisions/deals.md).
alter table reward add column stages jsonb not null default '[]';
alter table reward_history add column stages jsonb not null default '[]';

-- A stage is paid once for a player and reward (step 1) and taken back once (step -1), on a day of its own. The first
-- part, by which a player counts, stands in cpa_qualification.
create table cpa_stage (
  player bigint not null,
  reward bigint not null,
  stage integer not null check (stage > 1),
  step integer not null check (step in (1, -1)),
  day date not null,
  affiliate bigint not null,
  brand bigint not null,
  sub_brand bigint not null default 0,
  action bigint not null default 0,
  value numeric(18, 2) not null,
  primary key (player, reward, stage, step)
);
create index cpa_stage_affiliate on cpa_stage (affiliate, day);
