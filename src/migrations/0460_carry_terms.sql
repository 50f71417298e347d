-- What narrows a loss that is carried (docs/decisions/deals.md): words of a profile, and what must be known of earlier months beside the balances.
alter table reward_profile add column carry_at_most numeric(18, 2), add column carry_above numeric(18, 2), add column carry_months integer,
  add column carried_part text, add column carry_reset_players integer, add column carry_reset_months integer;
alter table reward_profile_history add column carry_at_most numeric(18, 2), add column carry_above numeric(18, 2), add column carry_months integer,
  add column carried_part text, add column carry_reset_players integer, add column carry_reset_months integer;
alter table carried_balance add column state jsonb;

-- Whatever of a profile's version changed counts as a change of it, also what profiles will say later.
create or replace function note_past_of_reward_profile_history() returns trigger language plpgsql security definer set search_path from current as $$
declare
  made_by bigint;
begin
  if tg_op = 'INSERT' then
    if not exists (select from added) then return null; end if;
    made_by := known_change_now();
    insert into reward_profile_history_past (change, existed, id, record, valid_from, rewards, carry_over)
      select made_by, false, id, record, valid_from, rewards, carry_over from added;
  elsif tg_op = 'DELETE' then
    if not exists (select from gone) then return null; end if;
    made_by := known_change_now();
    insert into reward_profile_history_past (change, existed, id, record, valid_from, rewards, carry_over)
      select made_by, true, id, record, valid_from, rewards, carry_over from gone;
  else
    -- When a version ends follows from the next one, which is told itself.
    if not exists (select from gone join added using (id) where (to_jsonb(gone) - 'valid_to') <> (to_jsonb(added) - 'valid_to')) then return null; end if;
    made_by := known_change_now();
    insert into reward_profile_history_past (change, existed, id, record, valid_from, rewards, carry_over)
      select made_by, true, gone.id, gone.record, gone.valid_from, gone.rewards, gone.carry_over
      from gone join added using (id) where (to_jsonb(gone) - 'valid_to') <> (to_jsonb(added) - 'valid_to');
  end if;
  return null;
end $$;
