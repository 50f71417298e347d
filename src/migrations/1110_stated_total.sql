-- What another system states for a month of a brand, as people typed or pasted it: it counts before what imported
-- files of daily totals add up to.
create table stated_total (
  brand bigint not null references brand (id) on delete cascade,
  -- Its first day.
  month date not null check (extract(day from month) = 1),
  measure text collate "C" not null,
  -- Money, or a count.
  value numeric(18, 2) not null,
  stated_by text not null,
  stated_at timestamptz not null,
  primary key (brand, month, measure)
);
