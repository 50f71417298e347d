-- Tiers that the last days decide, and that stay once they were reached.
alter table reward add column tier_days integer, add column tier_ratchet boolean not null default false;
alter table reward_history add column tier_days integer, add column tier_ratchet boolean not null default false;
