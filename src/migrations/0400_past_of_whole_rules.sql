-- Why a figure changed is told by the past of rules: whatever of a version changed counts, also what deals can say by now and will later.
create or replace function note_past_of_reward_history() returns trigger language plpgsql security definer set search_path from current as $$
declare
  made_by bigint;
begin
  if tg_op = 'INSERT' then
    if not exists (select from added) then return null; end if;
    made_by := known_change_now();
    insert into reward_history_past (change, existed, id, record, valid_from, sub_type, calculation, admin_fee, percentage, value, tiers, tier_mode, trigger_condition, trigger_operation, trigger_comparison, currency)
      select made_by, false, id, record, valid_from, sub_type, calculation, admin_fee, percentage, value, tiers, tier_mode, trigger_condition, trigger_operation, trigger_comparison, currency from added;
  elsif tg_op = 'DELETE' then
    if not exists (select from gone) then return null; end if;
    made_by := known_change_now();
    insert into reward_history_past (change, existed, id, record, valid_from, sub_type, calculation, admin_fee, percentage, value, tiers, tier_mode, trigger_condition, trigger_operation, trigger_comparison, currency)
      select made_by, true, id, record, valid_from, sub_type, calculation, admin_fee, percentage, value, tiers, tier_mode, trigger_condition, trigger_operation, trigger_comparison, currency from gone;
  else
    -- When a version ends follows from the next one, which is told itself.
    if not exists (select from gone join added using (id) where (to_jsonb(gone) - 'valid_to') <> (to_jsonb(added) - 'valid_to')) then return null; end if;
    made_by := known_change_now();
    insert into reward_history_past (change, existed, id, record, valid_from, sub_type, calculation, admin_fee, percentage, value, tiers, tier_mode, trigger_condition, trigger_operation, trigger_comparison, currency)
      select made_by, true, gone.id, gone.record, gone.valid_from, gone.sub_type, gone.calculation, gone.admin_fee, gone.percentage, gone.value, gone.tiers, gone.tier_mode, gone.trigger_condition, gone.trigger_operation, gone.trigger_comparison, gone.currency
      from gone join added using (id) where (to_jsonb(gone) - 'valid_to') <> (to_jsonb(added) - 'valid_to');
  end if;
  return null;
end $$;
