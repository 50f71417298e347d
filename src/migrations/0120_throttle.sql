-- Counts of wrong tries, kept by the limiter (its own columns and order): by what is counted, until when, in milliseconds since 1970.
-- A crash may empty it: nothing but a few minutes of counting is lost.
drop table sign_in_throttle;
create unlogged table throttle (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index throttle_expire on throttle (expire);
