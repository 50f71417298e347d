-- Players that leave for want of activity, and what later losses set off of who is kept apart (docs/decisions/deals.md).
alter table reward add column quarantine_by text, add column leaves_after_days integer;
alter table reward_history add column quarantine_by text, add column leaves_after_days integer;
