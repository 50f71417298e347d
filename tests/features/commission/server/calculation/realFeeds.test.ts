import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { computeCommission } from '#rules/commission/commission.ts'
import { roundMoney, sumMoney } from '#engine/values/money.ts'
import { importFeed } from '#features/activity/server/feed/importFeed.ts'
import { systemActor } from '#engine/declaration/actor.ts'
import { reportNamed, parseReportRequest } from '#features/reporting/server/reportQuestion.ts'
import { reportSql } from '#features/reporting/server/sql/reportSql.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { football, lottery } from '#tests/features/activity/server/support/feeds.ts'
import { makeWorld, type RewardTerms, type World } from '#tests/support/money/world.ts'

let given: TestDatabase
let world: World
beforeAll(async () => {
  given = await createTestDatabase()
  world = makeWorld(given.database, { now: new Date('2026-11-20T12:00:00Z') })
  await sql`insert into company (name) values ('Company')`.execute(given.database.db)
})
afterAll(() => given.drop())

const betsTiers = {
  productType: 'bets',
  calculation: 'dynamic',
  adminFee: 12.5,
  tiers: [
    { from: 0, percentage: 25 },
    { from: 500, percentage: 30 },
    { from: 5000, percentage: 35 },
  ],
} as const
const cpa = {
  productType: 'cpa',
  value: 15,
  triggerCondition: 'deposit',
  triggerOperation: 'sum',
  triggerComparison: '>= 100',
} as const

async function load(path: string, brandSlug: string, profile: number): Promise<void> {
  const {
    rows: [row],
  } = await sql<{ name: string }>`select name from reward_profile where id = ${profile}`.execute(given.database.db)
  await importFeed({
    database: given.database,
    path,
    brandSlug,
    actor: systemActor('import'),
    zone: 'UTC',
    now: () => world.clock.now,
    createMissing: true,
    profile: row!.name,
  })
}

async function entriesByMonth(brandSlug: string): Promise<Record<string, string>> {
  const { rows } = await sql<{
    key: string
    value: string
  }>`select affiliate.id || ' ' || to_char(entry.day, 'YYYY-MM') as key, sum(entry.value) as value from entry
    join affiliate on affiliate.id = entry.affiliate join brand on brand.id = any(affiliate.brands)
      where brand.slug = ${brandSlug} group by 1 order by 1`.execute(given.database.db)
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]))
}

/** f(period) of every affiliate and month, straight from its events. */
async function earnedByMonth(
  brandSlug: string,
  product: 'bets' | 'lotto',
  terms: RewardTerms,
  perPlayer: number,
): Promise<Record<string, string>> {
  const { rows } = await sql<{ key: string; turnover: string; payout: string; bonus: string; players: number }>`
    with reached as (select player, affiliate, min(day) as day from (
        select player, affiliate, day, sum(sum(amount)) over (partition by player order by day) as total from event
          where type = 'deposit' group by player, affiliate, day
      ) life where total >= 100 group by 1, 2),
    months as (select event.affiliate, to_char(day, 'YYYY-MM') as month, coalesce(sum(amount) filter (where type =
      'bet'), 0) as turnover, coalesce(sum(amount) filter (where type = 'win'), 0) as payout,
        coalesce(sum(amount) filter (where type = 'bonus'), 0) as bonus from event join brand on brand.id = event.brand
          where brand.slug = ${brandSlug} group by 1, 2)
    select months.affiliate || ' ' || months.month as key, turnover, payout, bonus,
      (select count(*) from reached where reached.affiliate = months.affiliate and to_char(reached.day,
        'YYYY-MM') = months.month) as players
    from months order by 1`.execute(given.database.db)
  return Object.fromEntries(
    rows.map(({ key, turnover, payout, bonus, players }) => {
      const rule = { subType: 'ngr', calculation: 'fixed', ...terms, productType: product } as never
      const { amount } = computeCommission({ rule, sums: { turnover, payout, bonus, chargebacks: 0 } })
      return [key, sumMoney([roundMoney(amount), perPlayer * players])]
    }),
  )
}

const withoutZero = (sums: Record<string, string>) =>
  Object.fromEntries(Object.entries(sums).filter(([, value]) => value !== '0.00'))

describe('the real feed of football, closed whole', () => {
  test.skipIf(!football.isThere)(
    'has entries that add up to f(period) for every affiliate and month, CPA included, and the same again when closed again',
    async () => {
      await load(football.path, 'football', await world.profile([betsTiers, cpa]))
      const result = await world.close('2014-08-08', '2015-05-24')
      expect(result.problems).toEqual([])
      const months = await entriesByMonth('football')
      expect(Object.keys(months).length).toBeGreaterThan(60)
      expect(withoutZero(months)).toEqual(withoutZero(await earnedByMonth('football', 'bets', betsTiers, 15)))

      const all = () =>
        sql`select id, day, affiliate, kind, value, status, version from entry order by id`
          .execute(given.database.db)
          .then(({ rows }) => rows)
      const before = await all()
      await world.close('2014-08-08', '2015-05-24')
      expect(await all()).toEqual(before)
    },
    300_000,
  )

  test.skipIf(!football.isThere)(
    'shows February 2015 in the activity report as it was computed apart, and commission that ties out with the entries',
    async () => {
      const context = {
        database: given.database,
        environment: { businessTimeZone: 'UTC' },
        now: () => world.clock.now,
      } as never
      const question = parseReportRequest(
        reportNamed('affiliateActivity'),
        { from: '2015-02-01', to: '2015-02-28' },
        context,
      )
      const { rows: answer } = await reportSql(
        { ...question, book: { currency: 'BRL', brands: null } },
        { kind: 'session', actor: systemActor('test') },
      ).execute(given.database.db)
      const [total, ...lines] = answer.map(({ json }) => JSON.parse(json) as Record<string, number>) as [
        Record<string, number>,
        ...Record<string, number>[],
      ]
      const expected = Object.values(football.expected())
        .map((months) => months['2015-02']!)
        .filter(Boolean)
      const sum = (name: string) =>
        Math.round(expected.reduce((whole, month) => whole + Number(month[name]), 0) * 100) / 100
      expect({
        turnover: total.turnover,
        payout: total.payout,
        bonus: total.bonus,
        deposits: total.deposits,
        clicks: total.clicks,
        registrations: total.registrations,
      }).toEqual({
        turnover: sum('turnover'),
        payout: sum('payout'),
        bonus: sum('bonus'),
        deposits: sum('deposits'),
        clicks: sum('clicks'),
        registrations: sum('registrations'),
      })
      for (const name of ['turnover', 'ngr', 'affiliate_reward', 'gross_value', 'bets_admin_fee', 'qty_cpa']) {
        expect(Math.round(lines.reduce((whole, line) => whole + line[name]!, 0) * 100)).toBe(
          Math.round(total[name]! * 100),
        )
      }
      const {
        rows: [entries],
      } = await sql<{
        value: string
      }>`select sum(value) as value from entry where day between '2015-02-01' and '2015-02-28'`.execute(
        given.database.db,
      )
      expect(total.affiliate_reward).toBe(Number(entries!.value))
    },
  )
})

describe('the real feed of a lottery, two of whose draws paid more than they took', () => {
  test.skipIf(!lottery.isThere).each(['none', 'full'] as const)(
    'has entries that add up to what carry-over %s makes of the month',
    async (carryOver) => {
      const slug = `lottery-${carryOver}`
      const terms = { productType: 'lotto', percentage: 10, adminFee: 5 } as const
      if (carryOver === 'none') await load(lottery.path, slug, await world.profile([terms], carryOver))
      else {
        const affiliate = await world.affiliate({ profile: await world.profile([terms], carryOver) })
        // The same draws as the feed's, and a loss the month before that has to be made good first.
        await world.activity({ affiliate, day: '2025-09-10', product: 'lotto', payout: 1_000_000 })
        const { rows } = await sql<{
          day: string
          turnover: number
          payout: number
        }>`select day::text as day, sum(turnover)::float8 as turnover, sum(payout)::float8 as payout from movement
        join brand on brand.id = movement.brand where brand.slug = 'lottery-none' group by 1 order by 1`.execute(
          given.database.db,
        )
        for (const row of rows) await world.activity({ affiliate, product: 'lotto', ...row })
        await world.close('2025-10-01', '2025-10-31')
        const {
          rows: [sums],
        } = await sql<{
          turnover: string
          payout: string
        }>`select sum(turnover) as turnover, sum(payout) as payout from movement where affiliate = ${affiliate}
          and day >= '2025-10-01'`.execute(given.database.db)
        const whole = computeCommission({
          rule: { subType: 'ngr', calculation: 'fixed', ...terms },
          sums: { ...sums!, bonus: 0, chargebacks: 0 },
          carryOver: 'full',
          openingBalance: -100_000,
        })
        expect(
          sumMoney(
            (await world.entries({ affiliate })).filter(({ day }) => day >= '2025-10').map(({ value }) => value),
          ),
        ).toBe(roundMoney(whole.amount))
        return
      }
      await world.close('2025-10-01', '2025-10-31')
      expect(withoutZero(await entriesByMonth(slug))).toEqual(withoutZero(await earnedByMonth(slug, 'lotto', terms, 0)))
      const { rows } = await sql<{
        value: string
      }>`select value from entry join affiliate on affiliate.id = entry.affiliate
        join brand on brand.id = any(affiliate.brands) where brand.slug = ${slug} and value < 0`.execute(
        given.database.db,
      )
      expect(rows.length, 'a draw that lost is a negative entry').toBeGreaterThan(0)
    },
    120_000,
  )
})
