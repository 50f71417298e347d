-- Fixed amounts in proportion to the days of a month that an affiliate had.
alter table reward add column flat_fee_prorated boolean not null default false, add column floor_prorated boolean not null default false;
alter table reward_history add column flat_fee_prorated boolean not null default false, add column floor_prorated boolean not null default false;
