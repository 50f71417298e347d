-- Who is told each day or week, by e-mail, what happened in what they see. No row: nothing is sent.
create table digest_subscription (
  id bigint generated always as identity primary key,
  user_id bigint unique references "user" (id) on delete cascade,
  affiliate_user bigint unique references affiliate_user (id) on delete cascade,
  repeats text not null check (repeats in ('daily', 'weekly')),
  -- The last day whose digest is done with: sent, or with nothing to say. What it told ends with the day before.
  done_day date not null,
  -- What became known up to then was told.
  told_until timestamptz not null,
  -- The day that is being tried, how often, and when it may be tried next, on whichever server.
  tried_day date,
  attempts integer not null default 0,
  due_at timestamptz not null,
  check (num_nonnulls(user_id, affiliate_user) = 1)
);
