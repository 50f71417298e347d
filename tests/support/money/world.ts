import { sql } from 'kysely'
import { closeDays } from '#features/commission/server/close/closeDays.ts'
import { carryFields, type CarryTerms } from '#rules/deals/carry.ts'
import type { RewardRule, RewardTier } from '#rules/commission/rewardRules.ts'
import type { DealTerms } from '#rules/deals/terms.ts'
import type { ReferralTerms } from '#rules/deals/referralTerms.ts'
import { columnName } from '#engine/declaration/derive/table.ts'
import type { Database } from '#engine/server/database/connect.ts'
import { businessDay } from '#engine/values/calendar.ts'
import { centsOf, roundMoney } from '#engine/values/money.ts'

/** Builders for what commission is made from, written straight into the tables; every call makes new records. */
export interface RewardTerms extends DealTerms {
  readonly productType: 'bets' | 'games' | 'lotto' | 'cpa'
  readonly subType?: string
  readonly calculation?: 'fixed' | 'dynamic'
  readonly adminFee?: number
  readonly percentage?: number
  readonly value?: number
  readonly tiers?: readonly (Pick<RewardTier, 'alsoFact' | 'alsoComparator' | 'alsoAmount'> & {
    from: number
    percentage?: number
    value?: number
  })[]
  readonly tierMode?: 'marginal' | 'whole'
  readonly triggerCondition?: string
  readonly triggerOperation?: string
  readonly triggerComparison?: string
  readonly currencyAmounts?: RewardRule['currencyAmounts']
}

export interface Activity {
  readonly affiliate: number
  readonly day: string
  readonly product?: 'bets' | 'games' | 'lotto' | 'none'
  readonly turnover?: number
  readonly payout?: number
  readonly bonus?: number
  readonly chargebacks?: number
  readonly bets?: number
  readonly registrations?: number
  readonly ftd?: number
  readonly deposits?: number
  readonly depositCount?: number
  readonly withdrawals?: number
  readonly brand?: number
  readonly action?: number
}

/** Columns of a reward that hold lists. */
const lists = [
  'tiers',
  'conditions',
  'caps',
  'minimums',
  'deductions',
  'edges',
  'flat_fee_minimums',
  'player_rates',
  'overrides',
  'stages',
  'bands',
  'currency_amounts',
]

let serial = 0
const next = () => (serial += 1)

/** What stands in the database of one test file. */
export function makeWorld(database: Database, clock: { now: Date } = { now: new Date('2030-01-15T12:00:00Z') }) {
  const { db } = database
  const one = async (statement: ReturnType<typeof sql<{ id: number }>>) => (await statement.execute(db)).rows[0]!.id

  async function reward(terms: RewardTerms): Promise<number> {
    const number = next()
    const isCpa = terms.productType === 'cpa'
    const columns = {
      sub_type: terms.subType ?? (isCpa ? 'player' : 'ngr'),
      calculation: terms.calculation ?? 'fixed',
      admin_fee: terms.adminFee ?? 0,
      percentage: terms.percentage ?? (isCpa ? null : 0),
      value: terms.value ?? (isCpa ? 0 : null),
      tiers: JSON.stringify(terms.tiers ?? []),
      tier_mode: terms.tierMode ?? 'marginal',
      trigger_condition: terms.triggerCondition ?? null,
      trigger_operation: terms.triggerOperation ?? null,
      trigger_comparison: terms.triggerComparison ?? null,
      conditions: JSON.stringify(terms.conditions ?? []),
      countries: terms.countries ?? null,
      hold_days: terms.holdDays ?? null,
      claw_back: terms.clawBack ?? null,
      claw_back_days: terms.clawBackDays ?? null,
      caps: JSON.stringify(terms.caps ?? []),
      minimums: JSON.stringify(terms.minimums ?? []),
      deductions: JSON.stringify(terms.deductions ?? []),
      tier_base: terms.tierBase ?? null,
      ceiling: terms.ceiling ?? null,
      tier_span: terms.tierSpan ?? null,
      tier_months: terms.tierMonths ?? null,
      launch_months: terms.launchMonths ?? null,
      launch_percentage: terms.launchPercentage ?? null,
      launch_value: terms.launchValue ?? null,
      band_fact: terms.bandFact ?? null,
      bands: JSON.stringify(terms.bands ?? []),
      currency_amounts: JSON.stringify(terms.currencyAmounts ?? []),
      cpa_players: terms.cpaPlayers ?? null,
      player_rates: JSON.stringify(terms.playerRates ?? []),
      overrides: JSON.stringify(terms.overrides ?? []),
      stages: JSON.stringify(terms.stages ?? []),
      flat_fee: terms.flatFee ?? null,
      edges: JSON.stringify(terms.edges ?? []),
      edge: terms.edge ?? null,
      player_ceiling: terms.playerCeiling ?? null,
      player_ceiling_amount: terms.playerCeilingAmount ?? null,
      flat_fee_prorated: terms.flatFeeProrated ?? false,
      floor_prorated: terms.floorProrated ?? false,
      flat_fee_per: terms.flatFeePer ?? null,
      tier_comparator: terms.tierComparator ?? null,
      lowered_percentage: terms.loweredPercentage ?? null,
      lowered_value: terms.loweredValue ?? null,
      flat_fee_minimums: JSON.stringify(terms.flatFeeMinimums ?? []),
      floor: terms.floor ?? null,
      quarantine_above: terms.quarantineAbove ?? null,
      quarantine_when: terms.quarantineWhen ?? null,
      quarantine_months: terms.quarantineMonths ?? null,
      player_ceiling_of: terms.playerCeilingOf ?? null,
      player_ceiling_over: terms.playerCeilingOver ?? null,
      tier_days: terms.tierDays ?? null,
      tier_ratchet: terms.tierRatchet ?? false,
      tier_without: terms.tierWithout ?? null,
      band_comparator: terms.bandComparator ?? null,
      quarantine_by: terms.quarantineBy ?? null,
      leaves_after_days: terms.leavesAfterDays ?? null,
    }
    const id = await one(
      sql`insert into reward (company, name, slug, product_type) values ((select min(id)
        from company), ${`Reward ${number}`}, ${`reward-${number}`}, ${terms.productType}) returning id`,
    )
    await rewardVersion(id, '-infinity', columns)
    return id
  }

  async function rewardVersion(id: number, from: string, columns: Record<string, unknown>): Promise<void> {
    await sql`update reward_history set valid_to = ${from}::text::date
      where record = ${id} and valid_to is null`.execute(db)
    const names = Object.keys(columns)
    const kept = (name: string) =>
      lists.includes(name) ? sql`${columns[name]}::text::jsonb` : sql`${columns[name] ?? null}`
    await sql`insert into reward_history (record, valid_from, ${sql.join(names.map((name) => sql.id(name)))})
      values (${id}, ${from}::text::date, ${sql.join(names.map(kept))})`.execute(db)
  }

  async function changePercentage(id: number, from: string, percentage: number): Promise<void> {
    const {
      rows: [old],
    } = await sql<
      Record<string, unknown>
    >`select * from reward_history where record = ${id} order by valid_from desc limit 1`.execute(db)
    const { id: _, record: __, valid_from: ___, valid_to: ____, changed_at: _____, ...columns } = old!
    await rewardVersion(id, from, {
      ...columns,
      percentage,
      ...Object.fromEntries(lists.map((name) => [name, JSON.stringify(old![name] ?? [])])),
    })
  }

  /** A profile of the given rewards; products that are not named pay nothing. */
  async function profile(
    terms: readonly RewardTerms[],
    carryOver: 'none' | 'full' = 'none',
    carry: CarryTerms & ReferralTerms = {},
  ): Promise<number> {
    const number = next()
    const words = sql.join(carryFields.map((name) => sql.ref(columnName(name))))
    const said = sql.join(carryFields.map((name) => sql`${carry[name] ?? null}`))
    const shares = JSON.stringify(carry.referralShares ?? [])
    const products = ['bets', 'games', 'lotto', 'cpa'] as const
    const rewards: number[] = []
    for (const product of products)
      rewards.push(await reward(terms.find(({ productType }) => productType === product) ?? { productType: product }))
    const list = `{${rewards.join(',')}}`
    const id = await one(
      sql`insert into reward_profile (company, name, rewards, carry_over, referral_shares, ${words})
        values ((select min(id) from company), ${`Profile ${number}`}, ${list}::text::bigint[], ${carryOver},
          ${shares}::text::jsonb, ${said}) returning id`,
    )
    await sql`insert into reward_profile_history (record, valid_from, rewards, carry_over, referral_shares, ${words})
      values (${id}, '-infinity', ${list}::text::bigint[], ${carryOver}, ${shares}::text::jsonb, ${said})`.execute(db)
    return id
  }

  async function brand(currency = 'BRL'): Promise<number> {
    const number = next()
    return one(
      sql`insert into brand (name, slug, site, currency, minimum_payout)
        values (${`Brand ${number}`}, ${`brand-${number}`}, 'https://brand.example', ${currency}, 10) returning id`,
    )
  }

  async function affiliate(
    given: {
      profile?: number | null
      partner?: number | null
      referredBy?: number | null
      paymentType?: 'manual' | 'automatic'
    } = {},
  ): Promise<number> {
    const number = next()
    const id = await one(sql`insert into affiliate (company, name, token, payment_type, reward_profile, partner,
        referred_by)
      values ((select min(id) from company), ${`Affiliate ${number}`}, ${`af-${number}`},
        ${given.paymentType ?? 'manual'}, ${given.profile ?? null}, ${given.partner ?? null},
        ${given.referredBy ?? null}) returning id`)
    await sql`insert into affiliate_history (record, valid_from, reward_profile, partner, referred_by)
      values (${id}, '-infinity', ${given.profile ?? null}, ${given.partner ?? null}, ${given.referredBy ?? null})`.execute(
      db,
    )
    return id
  }

  /** From a day on the affiliate has another profile or partner, or was referred by another. */
  async function reassign(
    id: number,
    from: string,
    change: { profile?: number; partner?: number | null; referredBy?: number | null },
  ): Promise<void> {
    const {
      rows: [old],
    } = await sql<{
      reward_profile: number
      partner: number
      referred_by: number | null
    }>`select * from affiliate_history where record = ${id} order by valid_from desc limit 1`.execute(db)
    await sql`update affiliate_history set valid_to = ${from}::text::date
      where record = ${id} and valid_to is null`.execute(db)
    await sql`insert into affiliate_history (record, valid_from, reward_profile, partner, referred_by)
      values (${id}, ${from}::text::date, ${change.profile ?? old!.reward_profile},
        ${change.partner === undefined ? old!.partner : change.partner},
        ${change.referredBy === undefined ? old!.referred_by : change.referredBy})`.execute(db)
  }

  async function level(number: 1 | 2 | 3, expression?: string): Promise<number> {
    const id = await one(
      sql`insert into partner_level (company, name, level, expression) values ((select min(id)
        from company), ${`Level ${next()}`}, ${number}, ${expression ?? ''}) returning id`,
    )
    await sql`insert into partner_level_history (record, valid_from, expression)
      values (${id}, '-infinity', ${expression ?? '(ngr - affiliate_reward - abatment) * percentage'})`.execute(db)
    return id
  }

  async function partner(given: {
    level: number
    parent?: number
    percentage: number
    abatement?: number
  }): Promise<number> {
    const number = next()
    const id = await one(sql`insert into partner (company, name, token, partner_level, parent, percentage, abatement,
        payment_type)
      values ((select min(id) from company), ${`Partner ${number}`}, ${`pt-${number}`}, ${given.level},
        ${given.parent ?? null}, ${given.percentage}, ${given.abatement ?? 0}, 'manual') returning id`)
    await sql`insert into partner_history (record, valid_from, partner_level, parent, percentage, abatement)
      values (${id}, '-infinity', ${given.level}, ${given.parent ?? null}, ${given.percentage},
        ${given.abatement ?? 0})`.execute(db)
    return id
  }

  /** Movement of a day, in both roll-ups, marked as ingest marks it. */
  async function activity(given: Activity): Promise<void> {
    const {
      affiliate: owner,
      day,
      product = 'bets',
      turnover = 0,
      payout = 0,
      bonus = 0,
      chargebacks = 0,
      bets = 0,
      registrations = 0,
      ftd = 0,
      deposits = 0,
      depositCount = 0,
      withdrawals = 0,
      brand: ofBrand = 1,
      action = 1,
    } = given
    await sql`insert into movement (day, brand, affiliate, action, product, turnover, payout, bonus, chargebacks, bets,
      registrations, ftd, deposits, deposit_count, withdrawals)
      values (${day}::text::date, ${ofBrand}, ${owner}, ${action}, ${product}, ${turnover}, ${payout}, ${bonus},
        ${chargebacks}, ${bets}, ${registrations}, ${ftd}, ${deposits}, ${depositCount}, ${withdrawals})
      on conflict (day, brand, sub_brand, affiliate, action, product) do update
        set turnover = movement.turnover + excluded.turnover, payout = movement.payout + excluded.payout,
        bonus = movement.bonus + excluded.bonus, chargebacks = movement.chargebacks + excluded.chargebacks,
          bets = movement.bets + excluded.bets,
        registrations = movement.registrations + excluded.registrations, ftd = movement.ftd + excluded.ftd, deposits = movement.deposits +
          excluded.deposits, deposit_count = movement.deposit_count + excluded.deposit_count, withdrawals = movement.withdrawals + excluded.withdrawals`.execute(
      db,
    )
    const cents = (amount: number) => centsOf(roundMoney(amount)).toString()
    const own = product === 'none' ? {} : { [`${product}_turnover_minor`]: cents(turnover), [`${product}_bets`]: bets }
    const wide: Record<string, number | string> = {
      ...own,
      [`${product}_payout_minor`]: cents(payout),
      [`${product}_bonus_minor`]: cents(bonus),
      [`${product}_chargebacks_minor`]: cents(chargebacks),
      registrations,
      ftd,
      deposits_minor: cents(deposits),
      deposit_count: depositCount,
      withdrawals_minor: cents(withdrawals),
    }
    const names = Object.keys(wide)
    await sql`insert into movement_wide (day, brand, affiliate, ${sql.join(names.map((name) => sql.id(name)))})
      values (${day}::text::date, ${ofBrand}, ${owner}, ${sql.join(names.map((name) => sql`${wide[name]}`))})
      on conflict (day, brand, affiliate) do update
        set ${sql.join(
          names.map(
            (name) => sql`${sql.id(name)} =
        movement_wide.${sql.id(name)} + excluded.${sql.id(name)}`,
          ),
        )}`.execute(db)
    await sql`insert into dirty_day (affiliate, day) values (${owner}, ${day}::text::date)
      on conflict (affiliate, day) do update set changes = dirty_day.changes + 1`.execute(db)
  }

  async function player(given: {
    affiliate: number
    registered: string
    brand?: number
    action?: number
  }): Promise<number> {
    return one(sql`insert into player (brand, player_ref, affiliate, action, registered_at, registered_day)
      values (${given.brand ?? 1}, ${`player-${next()}`}, ${given.affiliate}, ${given.action ?? 1},
        ${given.registered}::text::date, ${given.registered}::text::date) returning id`)
  }

  async function deposit(given: { player: number; affiliate: number; day: string; amount: number }): Promise<void> {
    await sql`select make_event_partition(${given.day}::text::date)`.execute(db)
    await sql`insert into event (brand, event_id, type, occurred_at, day, player, action, affiliate, amount)
      values (1, ${`event-${next()}`}, 'deposit', ${given.day}::text::date, ${given.day}::text::date, ${given.player},
        1, ${given.affiliate}, ${given.amount})`.execute(db)
    await activity({
      affiliate: given.affiliate,
      day: given.day,
      product: 'none',
      deposits: given.amount,
      depositCount: 1,
    })
  }

  /** Something a player did at a moment, as ingest keeps it in its business day. */
  async function event(given: {
    player: number
    affiliate: number
    at: string
    type: 'deposit' | 'bet' | 'win' | 'bonus' | 'chargeback' | 'barred' | 'registration'
    amount?: number
    product?: 'bets' | 'games' | 'lotto'
    gameGroup?: string
    zone?: string
    country?: string
    brand?: number
    action?: number
  }): Promise<void> {
    const { player, affiliate, at, type, amount = 0, zone = 'UTC', country = null, brand = 1, action = 1 } = given
    const product = given.product ?? (['bet', 'win', 'bonus'].includes(type) ? 'games' : 'none')
    const day = businessDay({ at, zone })
    await sql`select make_event_partition(${day}::text::date)`.execute(db)
    const { rows: known } = await sql<{ isNew: boolean }>`select first_deposit_at is null as "isNew" from player
      where id = ${player}`.execute(db)
    const isFirst = type === 'deposit' && known[0]!.isNew
    await sql`insert into event (brand, event_id, type, occurred_at, day, player, action, affiliate, product, amount,
        country, is_first_deposit, game_group)
      values (${brand}, ${`event-${next()}`}, ${type}, ${at}, ${day}::text::date, ${player}, ${action}, ${affiliate},
        ${product}, ${amount}, ${country}, ${isFirst}, ${given.gameGroup ?? null})`.execute(db)
    if (type === 'deposit')
      await sql`update player set first_deposit_at = ${at}, first_deposit_day = ${day}::text::date,
          first_deposit_amount = ${amount}
        where id = ${player} and (first_deposit_at is null or first_deposit_at > ${at}::timestamptz)`.execute(db)
    await activity({
      affiliate,
      day,
      product,
      brand,
      action,
      ...(type === 'deposit' ? { deposits: amount, depositCount: 1, ftd: isFirst ? 1 : 0 } : {}),
      ...(type === 'bet' ? { turnover: amount, bets: 1 } : {}),
      ...(type === 'win' ? { payout: amount } : {}),
      ...(type === 'bonus' ? { bonus: amount } : {}),
      ...(type === 'chargeback' ? { chargebacks: amount } : {}),
    })
  }

  async function close(from: string, to: string = from) {
    return closeDays({
      database,
      environment: { businessTimeZone: 'UTC' },
      from,
      to,
      now: () => clock.now,
      log: () => {},
    })
  }

  /** The entries of an owner, by day. */
  async function entries(owner: { affiliate?: number; partner?: number }) {
    const [column, id] = owner.affiliate ? ['affiliate', owner.affiliate] : ['partner', owner.partner!]
    const { rows } = await sql<{
      id: number
      day: string
      kind: string
      value: string
      status: string
      version: number
    }>`
      select id, day::text as day, kind, value, status, version from entry where ${sql.id(column as string)} = ${id}
        order by entry.day, id`.execute(db)
    return rows
  }

  /** Completes entries as a payment does. */
  async function complete(ids: readonly number[]): Promise<void> {
    await sql`update entry set status = 'complete'
      where status = 'pending' and id = any(${`{${ids.join(',')}}`}::text::bigint[])`.execute(db)
  }

  return {
    db,
    clock,
    reward,
    changePercentage,
    profile,
    brand,
    affiliate,
    reassign,
    level,
    partner,
    activity,
    player,
    deposit,
    event,
    close,
    entries,
    complete,
  }
}

export type World = ReturnType<typeof makeWorld>

/** Adds amounts written as decimal strings, to the cent. */
export function total(amounts: readonly { value: string }[]): string {
  const cents = amounts.reduce((sum, { value }) => sum + BigInt(value.replace('.', '')), 0n)
  const text = (cents < 0n ? -cents : cents).toString().padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${text.slice(0, -2)}.${text.slice(-2)}`
}
