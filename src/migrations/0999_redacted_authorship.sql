-- A person is redacted in who wrote something as well: the name alone, never by which account it was done.
create or replace function prevent_authorship_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('office.redacts', true) = 'true'
    and to_jsonb(new) - 'author_name' = to_jsonb(old) - 'author_name' then
    return new;
  end if;
  raise exception 'Authorship is never changed' using errcode = 'restrict_violation';
end $$;
