-- Whether a product's loss is set against what the others earn (docs/decisions/deals.md).
alter table reward_profile add column fence text;
alter table reward_profile_history add column fence text;
