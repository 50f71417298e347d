-- Tiers that CPA players do not raise, and bands that are reached beyond where they begin.
alter table reward add column tier_without text, add column band_comparator text;
alter table reward_history add column tier_without text, add column band_comparator text;
