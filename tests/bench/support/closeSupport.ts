import { sql } from 'kysely'
import type { Database } from '#engine/server/database/connect.ts'

interface Programme {
  readonly affiliates: number
  readonly partners: number
  readonly from: string
  readonly to: string
}

/** Four rewards (tiers on bets, a trigger on games, CPA by deposits) in one profile. @returns the profile's id */
export async function buildProfile({ db }: Database): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with made as (insert into reward (name, slug, product_type) values ('Bets', 'bench-bets', 'bets'), ('Games',
      'bench-games', 'games'), ('Lotto', 'bench-lotto', 'lotto'), ('CPA', 'bench-cpa', 'cpa')
      returning id, product_type),
    terms as (insert into reward_history (record, valid_from, sub_type, calculation, admin_fee, percentage, value,
      tiers, tier_mode, trigger_condition, trigger_operation, trigger_comparison)
      select id, '-infinity'::date, case product_type when 'cpa' then 'player' else 'ngr' end, case product_type
        when 'bets' then 'dynamic' else 'fixed' end, 12.5, 20, 50,
        case product_type when 'bets' then
          '[{"from":0,"percentage":25},{"from":1000,"percentage":30},{"from":5000,"percentage":35}]'::jsonb
          else '[]'::jsonb end, 'marginal',
        case product_type when 'games' then 'deposit' when 'cpa' then 'deposit' end, case product_type
          when 'games' then 'count' when 'cpa' then 'sum' end,
        case product_type when 'games' then '>= 3' when 'cpa' then '>= 100' end from made returning record),
    profile as (insert into reward_profile (name, rewards, carry_over) select 'Bench', array_agg(id), 'none' from made
      returning id, rewards)
    insert into reward_profile_history (record, valid_from, rewards, carry_over) select id, '-infinity'::date, rewards,
      'none' from profile returning record as id`.execute(db)
  return rows[0]!.id
}

async function buildPartners({ db }: Database, partners: number): Promise<void> {
  await sql`insert into partner_level_history (record, valid_from, expression)
    select id, '-infinity'::date, case level when 1 then '(ngr - affiliate_reward - abatment) * percentage'
      else 'value * percentage' end
    from (select id, level from partner_level where level between 1 and 3) made where not exists (select
      from partner_level_history history where history.record = made.id)`.execute(db)
  for (const [level, share] of [
    [1, 0.1],
    [2, 0.3],
    [3, 0.6],
  ] as const) {
    await sql`with above as (select array_agg(partner.id order by partner.id) as ids from partner
      join partner_level on partner_level.id = partner.partner_level where partner_level.level = ${level - 1}::integer),
      made as (insert into partner (name, token, partner_level, parent, percentage, abatement, payment_type)
        select 'Partner', ${`bench-${level}-`} || n, (select min(id) from partner_level
          where level = ${level}::integer), above.ids[1 + n % cardinality(above.ids)], 20, 10, 'manual'
        from generate_series(1, ${Math.round(partners * share)}::integer) n, above returning id, partner_level, parent)
      insert into partner_history (record, valid_from, partner_level, parent, percentage, abatement) select id,
        '-infinity'::date, partner_level, parent, 20, 10 from made`.execute(db)
  }
}

async function ensureLevels({ db }: Database): Promise<void> {
  await sql`insert into partner_level (name, level, expression) select 'Bench ' || n, n, 'value * percentage'
    from generate_series(1, 3) n
    where not exists (select from partner_level where level = n)`.execute(db)
}

async function buildAffiliates({ db }: Database, affiliates: number, profile: number): Promise<void> {
  await sql`with hang as (select array_agg(id order by id) as ids from partner),
    made as (insert into affiliate (name, token, payment_type, reward_profile, partner) select 'Affiliate ' || n,
      'bench-' || n, 'manual', ${profile}, hang.ids[1 + n % cardinality(hang.ids)]
      from generate_series(1, ${affiliates}::integer) n, hang returning id, reward_profile, partner)
    insert into affiliate_history (record, valid_from, reward_profile, partner) select id, '-infinity'::date,
      reward_profile, partner from made`.execute(db)
  await sql`insert into player (brand, player_ref, affiliate, action, registered_at, registered_day) select 1,
    'bench-' || affiliate.id || '-' || n, affiliate.id, affiliate.id, '2026-10-01', '2026-10-01'
    from affiliate, generate_series(1, 3) n`.execute(db)
}

/** Movement of every affiliate on every day, in both roll-ups, and the deposits as events. */
async function buildActivity({ db }: Database, { from, to }: Programme): Promise<void> {
  await sql`insert into movement (day, brand, affiliate, action, product, turnover, payout, bonus, bets)
    select day::date, 1, affiliate.id, affiliate.id, product, 100 + affiliate.id % 97,
      60 + (affiliate.id * 7 + extract(day from day)::integer * 13) % 90, affiliate.id % 5, 4
    from affiliate, generate_series(${from}::text::date, ${to}::text::date, interval '1 day') day, unnest(array['bets',
      'games']) product`.execute(db)
  await sql`insert into movement (day, brand, affiliate, action, product, deposits, deposit_count) select day::date, 1,
    affiliate.id, affiliate.id, 'none', 20, 1
    from affiliate, generate_series(${from}::text::date, ${to}::text::date, interval '1 day') day`.execute(db)
  await sql`insert into movement_wide (day, brand, affiliate, bets_turnover_minor, bets_payout_minor, bets_bonus_minor,
    bets_bets, games_turnover_minor, games_payout_minor, games_bonus_minor, games_bets, deposits_minor, deposit_count)
    select day, brand, affiliate, sum(turnover * 100) filter (where product = 'bets'), sum(payout * 100) filter (where
      product = 'bets'), sum(bonus * 100) filter (where product = 'bets'), sum(bets) filter (where product = 'bets'),
      sum(turnover * 100) filter (where product = 'games'), sum(payout * 100) filter (where product = 'games'),
        sum(bonus * 100) filter (where product = 'games'), sum(bets) filter (where product = 'games'),
      sum(deposits * 100), sum(deposit_count) from movement group by 1, 2, 3`.execute(db)
  await sql`select make_event_partition(${from}::text::date)`.execute(db)
  await sql`insert into event (brand, event_id, type, occurred_at, day, player, action, affiliate, amount)
    select 1, 'bench-' || player.id || '-' || day::date, 'deposit', day, day::date, player.id, player.action,
      player.affiliate, 20
    from player, generate_series(${from}::text::date, ${to}::text::date, interval '1 day') day
      where (player.id + extract(day from day)::integer) % 3 = 0`.execute(db)
}

/** A programme in the middle of a month: all its days but the last are closed as far as the close asks for it. */
export async function buildProgramme(database: Database, programme: Programme): Promise<void> {
  const profile = await buildProfile(database)
  await ensureLevels(database)
  await buildPartners(database, programme.partners)
  await buildAffiliates(database, programme.affiliates, profile)
  await buildActivity(database, programme)
  await sql`insert into closed_day (day) select day::date from generate_series(${programme.from}::text::date,
    ${programme.to}::text::date - 1, interval '1 day') day`.execute(database.db)
  await sql`analyze`.execute(database.db)
}
