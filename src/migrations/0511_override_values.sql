-- Values of CPA by where a player came from (docs/decisions/deals.md): which one was paid is kept with it.
alter table cpa_case add column country text;
alter table cpa_qualification add column override text;
