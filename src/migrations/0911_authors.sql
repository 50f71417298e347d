-- Everybody who changed a medium or a site since it was approved last: none of them approves it (docs/decisions/four-eyes.md). Servers of before go on noting the last one alone, who counts as well.
alter table media add column sys_authors bigint[] not null default '{}';
alter table affiliate_site add column sys_authors bigint[] not null default '{}';
