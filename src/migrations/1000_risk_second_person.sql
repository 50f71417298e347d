-- Who vouches for somebody, leaves a rule out or gives it limits where it holds commission lets money go: another person confirms.
alter table risk_exemption add column is_waiting boolean not null default false, add column asked_by bigint;
-- What was asked for and does not count yet: {isOff, limits}.
alter table risk_company add column asked jsonb, add column asked_by bigint, add column asked_name text;
