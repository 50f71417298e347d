-- Where a link leads visitors by country, device, language, hours and days: the first row that fits, before its own address.
alter table action add column routes jsonb not null default '[]';
