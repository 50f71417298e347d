-- The wide roll-up of movement in whole cents, as that of commission: adding up integers takes half the time of adding up numerics, and reports add up little else.
alter table movement_wide
  alter column bets_turnover type bigint using (bets_turnover * 100)::bigint,
  alter column bets_payout type bigint using (bets_payout * 100)::bigint,
  alter column bets_bonus type bigint using (bets_bonus * 100)::bigint,
  alter column bets_chargebacks type bigint using (bets_chargebacks * 100)::bigint,
  alter column games_turnover type bigint using (games_turnover * 100)::bigint,
  alter column games_payout type bigint using (games_payout * 100)::bigint,
  alter column games_bonus type bigint using (games_bonus * 100)::bigint,
  alter column games_chargebacks type bigint using (games_chargebacks * 100)::bigint,
  alter column lotto_turnover type bigint using (lotto_turnover * 100)::bigint,
  alter column lotto_payout type bigint using (lotto_payout * 100)::bigint,
  alter column lotto_bonus type bigint using (lotto_bonus * 100)::bigint,
  alter column lotto_chargebacks type bigint using (lotto_chargebacks * 100)::bigint,
  alter column none_payout type bigint using (none_payout * 100)::bigint,
  alter column none_bonus type bigint using (none_bonus * 100)::bigint,
  alter column none_chargebacks type bigint using (none_chargebacks * 100)::bigint,
  alter column deposits type bigint using (deposits * 100)::bigint,
  alter column withdrawals type bigint using (withdrawals * 100)::bigint;
alter table movement_wide rename column bets_turnover to bets_turnover_minor;
alter table movement_wide rename column bets_payout to bets_payout_minor;
alter table movement_wide rename column bets_bonus to bets_bonus_minor;
alter table movement_wide rename column bets_chargebacks to bets_chargebacks_minor;
alter table movement_wide rename column games_turnover to games_turnover_minor;
alter table movement_wide rename column games_payout to games_payout_minor;
alter table movement_wide rename column games_bonus to games_bonus_minor;
alter table movement_wide rename column games_chargebacks to games_chargebacks_minor;
alter table movement_wide rename column lotto_turnover to lotto_turnover_minor;
alter table movement_wide rename column lotto_payout to lotto_payout_minor;
alter table movement_wide rename column lotto_bonus to lotto_bonus_minor;
alter table movement_wide rename column lotto_chargebacks to lotto_chargebacks_minor;
alter table movement_wide rename column none_payout to none_payout_minor;
alter table movement_wide rename column none_bonus to none_bonus_minor;
alter table movement_wide rename column none_chargebacks to none_chargebacks_minor;
alter table movement_wide rename column deposits to deposits_minor;
alter table movement_wide rename column withdrawals to withdrawals_minor;
