-- The keys that lines were written with, by their names: a server whose key ring lacks one of them says so when it starts.
alter table log_head add column keys text[] not null default '{}';
update log_head set keys = (select coalesce(array_agg(distinct sys_key), '{}') from activity_log where sys_key is not null);
