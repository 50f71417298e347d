-- How many affiliates had something on a day, by which products they had it of (docs/decisions/running-sums.md): the count of a report whose rows are affiliates' days. Brand 0 is all brands together.
create table total_row (
  day date not null,
  brand bigint not null,
  -- The products of what moved, of what was earned; null where there is no row of it.
  moved text[],
  earned text[],
  affiliates bigint not null,
  unique nulls not distinct (day, brand, moved, earned)
);

-- What makes the totals of a day again makes these again after it, but for a server that does not know of them: then they are missing, and not wrong.
create function forget_total_rows() returns trigger language plpgsql security definer set search_path from current as $$
begin
  delete from total_row where day in (select day from gone);
  return null;
end $$;
create trigger forget_total_rows after delete on total_day
  referencing old table as gone for each statement execute function forget_total_rows();
