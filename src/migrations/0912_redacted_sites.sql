-- What tells of a person in a site that an affiliate declared is taken out with the affiliate; of the copy that was decided about, what proves it stays (docs/decisions/personal-data.md).
alter table affiliate_site alter column usage drop not null;
alter table site_decision add column redacted boolean not null default false;
create index site_decision_affiliate on site_decision (affiliate);
