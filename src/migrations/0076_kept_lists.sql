-- What somebody asks of a list again and again is kept as a report's views are: under a name of their own, with the user.
alter table saved_view
  alter column report drop not null,
  -- The entity whose list it is.
  add column list text,
  add constraint saved_view_of_one_page check (num_nonnulls(report, list) = 1),
  drop constraint saved_view_user_id_report_name_key,
  add constraint saved_view_name_key unique nulls not distinct (user_id, report, list, name);

-- Columns, order and page size of each list, by entity; merged key by key, so that tabs do not undo each other's choices.
alter table user_preference add column lists jsonb not null default '{}';
