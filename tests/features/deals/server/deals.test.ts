import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '#engine/values/calendar.ts'
import type { DealTerms } from '#rules/deals/terms.ts'
import { readRuleSet } from '#features/commission/server/calculation/ruleSet.ts'
import { traceDeal } from '#features/commission/server/trace/traceDeal.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { makeWorld, total, type World } from '#tests/support/money/world.ts'

let given: TestDatabase
let world: World
beforeAll(async () => {
  given = await createTestDatabase()
  world = makeWorld(given.database, { now: new Date('2026-06-15T12:00:00Z') })
})
afterAll(() => given.drop())

const deal = async (terms: DealTerms & { value?: number }) =>
  world.affiliate({ profile: await world.profile([{ productType: 'cpa', value: 100, ...terms }]) })
const paid = async (affiliate: number) =>
  (await world.entries({ affiliate }))
    .filter(({ value }) => value !== '0.00')
    .map(({ day, value }) => `${day} ${value}`)
const states = async (affiliate: number) =>
  (
    await sql<{
      state: string
    }>`select coalesce(ended_by, case when paid_day is null then 'open' else 'paid' end) as state
      from cpa_case where affiliate = ${affiliate} order by player`.execute(world.db)
  ).rows.map(({ state }) => state)

describe('a deal that follows players', () => {
  test('pays 36 of 1,000 clicks: 200 registrations, 40 first deposits, 38 at the baseline in 7 days, 2 revoked', async () => {
    const affiliate = await deal({
      conditions: [{ fact: 'wagerSum', amount: 50, within: 7, unit: 'days', since: 'firstDeposit' }],
      holdDays: 21,
    })
    const players: number[] = []
    for (let index = 0; index < 200; index += 1)
      players.push(await world.player({ affiliate, registered: '2026-01-02' }))
    for (const [index, player] of players.slice(0, 40).entries()) {
      await world.event({ player, affiliate, at: '2026-01-03T10:00:00Z', type: 'deposit', amount: 25 })
      // Two of forty reach it a second after the seventh day.
      const at = index < 38 ? '2026-01-10T23:59:59Z' : '2026-01-11T00:00:00Z'
      await world.event({ player, affiliate, at, type: 'bet', amount: 50 })
    }
    for (const player of players.slice(0, 2))
      await world.event({ player, affiliate, at: '2026-01-25T08:00:00Z', type: 'barred' })
    await world.close('2026-01-01', '2026-01-31')
    expect(await paid(affiliate)).toEqual(['2026-01-31 3600.00'])
    expect((await states(affiliate)).filter((state) => state === 'barred')).toHaveLength(2)
    const { rewards } = await readRuleSet(world.db)
    const { rows: ids } = await sql<{ reward: number }>`select reward from cpa_case
      where affiliate = ${affiliate}`.execute(world.db)
    const version = rewards.get(ids[0]!.reward)!.at(-1)!
    const traced = async (index: number) => {
      const asked = { player: { id: players[index]!, affiliate }, version, from: '-infinity', until: 'infinity' }
      const { outcome, conditions, reached } = await traceDeal(world.db, asked)
      return [outcome, conditions.map(({ actual, needed }) => `${actual} of ${needed}`).join(), reached]
    }
    expect(await traced(0)).toEqual(['revoked', '50 of 50', '2026-01-10'])
    expect(await traced(37)).toEqual(['qualified', '50 of 50', '2026-01-10'])
    expect(await traced(38)).toEqual(['not_reached', '0 of 50', null])
  })

  test('ends a day at its last second in the business zone, an hour to the second', async () => {
    const zone = 'America/Sao_Paulo'
    const within = { within: 30, since: 'registration' as const }
    const days = await deal({ conditions: [{ fact: 'depositSum', amount: 20, unit: 'days', ...within }] })
    const hours = await deal({ conditions: [{ fact: 'depositSum', amount: 20, unit: 'hours', ...within }] })
    for (const [at, affiliate] of [
      ['2026-02-01T02:59:59Z', days],
      ['2026-02-01T03:00:00Z', days],
      ['2026-01-02T06:00:00Z', hours],
      ['2026-01-02T06:00:01Z', hours],
    ] as const) {
      const player = await world.player({ affiliate, registered: '2026-01-01' })
      await world.event({ player, affiliate, at, zone, type: 'deposit', amount: 20 })
    }
    await world.close('2026-01-01', '2026-02-28')
    expect(await paid(days)).toEqual(['2026-01-31 100.00'])
    expect(await paid(hours)).toEqual(['2026-01-02 100.00'])
  })

  test('joins by and before or, tells > from >=, and asks for products, countries and days of play', async () => {
    const affiliate = await deal({
      countries: 'BR',
      conditions: [
        { fact: 'depositSum', amount: 20, comparator: 'moreThan' },
        { joined: 'and', fact: 'daysActive', product: 'games', amount: 2 },
        { joined: 'or', fact: 'depositSum', span: 'single', amount: 100 },
      ],
    })
    const make = async (
      country: string | null,
      deeds: [day: string, type: 'deposit' | 'bet', amount: number, product?: 'bets' | 'games'][],
    ) => {
      const player = await world.player({ affiliate, registered: '2026-03-01' })
      const event = { player, affiliate, ...(country ? { country } : {}) }
      for (const [day, type, amount, product] of deeds)
        await world.event({ ...event, at: `2026-03-${day}T12:00:00Z`, type, amount, ...(product ? { product } : {}) })
    }
    await make('BR', [
      ['02', 'deposit', 20.01],
      ['03', 'bet', 1, 'games'],
      ['03', 'bet', 1, 'games'],
      ['04', 'bet', 1, 'games'],
    ])
    await make('BR', [
      ['02', 'deposit', 20],
      ['03', 'bet', 1, 'games'],
      ['04', 'bet', 1, 'games'],
    ])
    await make('BR', [
      ['02', 'deposit', 60],
      ['03', 'bet', 1, 'bets'],
      ['04', 'bet', 1, 'games'],
      ['05', 'deposit', 60],
    ])
    await make('BR', [['06', 'deposit', 100]])
    await make('AR', [['07', 'deposit', 100]])
    await make(null, [['07', 'deposit', 100]])
    await world.close('2026-03-01', '2026-03-31')
    expect(await paid(affiliate)).toEqual(['2026-03-04 100.00', '2026-03-06 100.00'])
  })

  test('takes back what counted, in the month it is taken back, once', async () => {
    const affiliate = await deal({
      conditions: [{ fact: 'depositCount', amount: 1 }],
      clawBack: 'chargeback',
      clawBackDays: 30,
    })
    const [early, late] = [
      await world.player({ affiliate, registered: '2026-01-05' }),
      await world.player({ affiliate, registered: '2026-01-05' }),
    ]
    for (const player of [early, late])
      await world.event({ player, affiliate, at: '2026-01-10T12:00:00Z', type: 'deposit', amount: 50 })
    for (const at of ['2026-02-09T12:00:00Z', '2026-02-10T12:00:00Z'])
      await world.event({ player: early, affiliate, at, type: 'chargeback', amount: 50 })
    await world.event({ player: late, affiliate, at: '2026-02-10T12:00:00Z', type: 'chargeback', amount: 50 })
    await world.close('2026-01-01', '2026-02-28')
    expect(await paid(affiliate)).toEqual(['2026-01-10 200.00', '2026-02-09 -100.00'])
    await world.close('2026-01-01', '2026-02-28')
    expect(total(await world.entries({ affiliate }))).toBe('100.00')
  })

  test('turns a cap at midnight: beyond it a player waits, or is lost', async () => {
    const conditions = [{ fact: 'depositCount', amount: 1 }] as const
    const later = await deal({
      conditions,
      caps: [
        { per: 'day', atMost: 2, beyond: 'later' },
        { per: 'month', atMost: 5, beyond: 'later' },
      ],
    })
    const lost = await deal({ conditions, caps: [{ per: 'day', atMost: 2, beyond: 'lost' }] })
    const money = await deal({ conditions, caps: [{ per: 'deal', measure: 'money', atMost: 350, beyond: 'lost' }] })
    for (const affiliate of [later, lost, money])
      for (let index = 0; index < 6; index += 1) {
        const player = await world.player({ affiliate, registered: '2026-04-28' })
        const zone = 'America/Sao_Paulo'
        const at = index < 5 ? '2026-04-29T02:59:59Z' : '2026-04-29T03:00:00Z'
        await world.event({ player, affiliate, at, zone, type: 'deposit', amount: 10 })
      }
    await world.close('2026-04-01', '2026-05-10')
    expect(await paid(later)).toEqual([
      '2026-04-28 200.00',
      '2026-04-29 200.00',
      '2026-04-30 100.00',
      '2026-05-01 100.00',
    ])
    expect(await paid(lost)).toEqual(['2026-04-28 200.00', '2026-04-29 100.00'])
    expect(await paid(money)).toEqual(['2026-04-28 300.00'])
  })

  test('pays nothing before the minimum of the month is reached, then all of it', async () => {
    const affiliate = await deal({
      conditions: [{ fact: 'depositCount', amount: 1 }],
      minimums: [{ fact: 'turnover', amount: 100 }],
    })
    const player = await world.player({ affiliate, registered: '2026-05-01' })
    await world.event({ player, affiliate, at: '2026-05-02T12:00:00Z', type: 'deposit', amount: 50 })
    await world.event({ player, affiliate, at: '2026-05-04T12:00:00Z', type: 'bet', amount: 99.99 })
    await world.event({ player, affiliate, at: '2026-05-06T12:00:00Z', type: 'bet', amount: 0.01 })
    await world.close('2026-05-01', '2026-05-31')
    expect(await paid(affiliate)).toEqual(['2026-05-06 100.00'])
  })

  test('bars before the hold ends, and pays who moved to another deal once', async () => {
    const affiliate = await deal({ conditions: [{ fact: 'depositCount', amount: 1 }], holdDays: 10 })
    const [kept, barred] = [
      await world.player({ affiliate, registered: '2026-05-01' }),
      await world.player({ affiliate, registered: '2026-05-01' }),
    ]
    for (const player of [kept, barred])
      await world.event({ player, affiliate, at: '2026-05-02T12:00:00Z', type: 'deposit', amount: 50 })
    await world.event({ player: barred, affiliate, at: '2026-05-12T23:59:59Z', type: 'barred' })
    const other = await world.profile([
      {
        productType: 'cpa',
        value: 70,
        triggerCondition: 'deposit',
        triggerOperation: 'sum',
        triggerComparison: '>= 10',
      },
    ])
    await world.reassign(affiliate, '2026-05-08', { profile: other })
    for (let day = '2026-05-01'; day <= '2026-05-20'; day = addDays(day, 1)) await world.close(day)
    expect(await paid(affiliate)).toEqual(['2026-05-12 70.00'])
  })
})
