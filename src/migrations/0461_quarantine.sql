-- High rollers that are kept apart, and the least that is paid of a period (docs/decisions/deals.md).
alter table reward add column floor numeric(18, 2), add column quarantine_above numeric(18, 2), add column quarantine_when text;
alter table reward_history add column floor numeric(18, 2), add column quarantine_above numeric(18, 2), add column quarantine_when text;
