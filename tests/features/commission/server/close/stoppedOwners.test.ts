import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildStaff } from '#tests/support/builders.ts'
import type { Client } from '#tests/support/office.ts'
import { openPayoutOffice, type PayoutOffice } from '#tests/support/money/payoutOffice.ts'
import { makeWorld, type World } from '#tests/support/money/world.ts'

/** An amount out of range, a division by zero or a broken rule stops its owner, and nobody else. */
let office: PayoutOffice
let world: World
let root: Client

beforeAll(async () => {
  office = await openPayoutOffice()
  root = await office.asRoot()
  world = makeWorld(office.database, { now: office.context.now() })
})
afterAll(() => office.close())

const days = ['2030-02-01', '2030-02-02', '2030-02-03'] as const
const largest = 9999999999999.99
const cpa = {
  productType: 'cpa',
  triggerCondition: 'registration',
  triggerOperation: 'count',
  triggerComparison: '>= 1',
} as const
const bets = { productType: 'bets', subType: 'turnover', percentage: 10 } as const

/** An affiliate that moves 100 a day and brings two players on the second. */
async function earner(profile: number, partner: number | null = null): Promise<number> {
  const affiliate = await world.affiliate({ profile, partner })
  for (const day of days) await world.activity({ affiliate, day, turnover: 100 })
  for (let count = 0; count < 2; count += 1) await world.player({ affiliate, registered: days[1] })
  return affiliate
}
const valuesOf = async (owner: { affiliate?: number; partner?: number }) =>
  (await world.entries(owner)).map(({ day, kind, value }) => `${day} ${kind} ${value}`)

/** What somebody gets wrong, who is stopped by it, and the dated values that put it right. */
interface Wrong {
  readonly make: () => Promise<{ owner: { affiliate?: number; partner?: number }; object: string; id: number }>
  readonly code: string
  readonly stoppedFrom: string
  readonly mended: Record<string, unknown>
  readonly entries: readonly string[]
}
const rewardsOf = async (profile: number) =>
  (
    await sql<{ rewards: number[] }>`select rewards from reward_profile where id = ${profile}`.execute(
      office.database.db,
    )
  ).rows[0]!.rewards.map(Number)
/** Rules that are made here are written straight into their history: the record says the same. */
async function told(table: string, id: number): Promise<void> {
  await sql`update reward set sub_type = h.sub_type, calculation = h.calculation, admin_fee = h.admin_fee,
    percentage = h.percentage, value = h.value, tiers = h.tiers, tier_mode = h.tier_mode,
    trigger_condition = h.trigger_condition, trigger_operation = h.trigger_operation,
    trigger_comparison = h.trigger_comparison from reward_history h
    where h.record = reward.id and reward.id = ${id} and ${table}::text = 'reward'`.execute(office.database.db)
}
async function byReward(terms: Parameters<World['profile']>[0], place: number) {
  const profile = await world.profile(terms)
  const id = (await rewardsOf(profile))[place]!
  await told('reward', id)
  return { owner: { affiliate: await earner(profile) }, object: 'reward', id }
}
async function byFormula(expression: string) {
  const level = await world.level(1, expression)
  await sql`update partner_level set expression = ${expression} where id = ${level}`.execute(office.database.db)
  const partner = await world.partner({ level, percentage: 10 })
  await earner(await world.profile([bets]), partner)
  return { owner: { partner }, object: 'partnerLevel', id: level }
}
const tenADay = days.map((day) => `${day} commission 10.00`)
const [first] = tenADay as [string]

const wrongs: Readonly<Record<string, Wrong>> = {
  'a CPA value of 9,999,999,999,999.99 for two players': {
    make: () => byReward([{ ...cpa, value: largest }], 3),
    code: 'too_large',
    stoppedFrom: days[1],
    mended: { value: 5 },
    entries: [`${days[1]} commission 10.00`],
  },
  'tiers that add up to more than an amount can be': {
    make: () =>
      byReward([{ ...cpa, calculation: 'dynamic', tierMode: 'whole', tiers: [{ from: 0, value: largest }] }], 3),
    code: 'too_large',
    stoppedFrom: days[1],
    mended: { tiers: [{ from: 0, value: 5 }] },
    entries: [`${days[1]} commission 10.00`],
  },
  'a trigger that is only half there': {
    make: () => byReward([{ ...bets, triggerCondition: 'deposit', triggerOperation: 'sum' }], 0),
    code: 'rule_without_result',
    stoppedFrom: days[0],
    mended: { triggerCondition: null, triggerOperation: null },
    entries: tenADay,
  },
  'a formula that divides by zero': {
    make: () => byFormula('turnover / (turnover - turnover)'),
    code: 'division_by_zero',
    stoppedFrom: days[0],
    mended: { expression: 'turnover * percentage' },
    entries: tenADay,
  },
  'a formula whose result no column holds': {
    make: () => byFormula('turnover ^ 8'),
    code: 'too_large',
    stoppedFrom: days[0],
    mended: { expression: 'turnover * percentage' },
    entries: tenADay,
  },
  'a formula that is none': {
    make: () => byFormula('turnover * '),
    code: 'invalid_expression',
    stoppedFrom: days[0],
    mended: { expression: 'turnover * percentage' },
    entries: tenADay,
  },
}

describe('what somebody got wrong stops its owner alone', () => {
  it.each(Object.entries(wrongs))('%s; put right from that day on, the owner is closed again', async (_, wrong) => {
    const partner = await world.partner({ level: await world.level(1, 'turnover * percentage'), percentage: 10 })
    const others = await earner(await world.profile([bets, { ...cpa, value: 5 }]), partner)
    const { owner, object, id } = await wrong.make()
    const { problems } = await world.close(days[0], days[2])
    const [kind, number] = Object.entries(owner)[0]!
    const own = problems.filter((problem) => problem.ownerKind === kind && problem.owner === number)
    expect(own[0]).toMatchObject({ code: wrong.code, day: wrong.stoppedFrom })
    expect(problems.filter((problem) => !own.includes(problem))).toEqual([])
    expect(await valuesOf({ affiliate: others })).toEqual([first, `${days[1]} commission 20.00`, tenADay[2]])
    expect(await valuesOf({ partner })).toEqual(tenADay)
    expect((await valuesOf(owner)).filter((line) => line >= wrong.stoppedFrom)).toEqual([])

    const [asker, second] = [
      await buildStaff(office.app, root, { root: true }),
      await buildStaff(office.app, root, { root: true }),
    ]
    const asked = await asker.post('/api/correction', {
      object,
      id,
      values: wrong.mended,
      validFrom: days[0],
      reason: 'Typed wrong',
    })
    expect([asked.status, asked.body]).toMatchObject([200, { state: 'waiting' }])
    const { digest } = (await second.get(`/api/correction/${asked.body.id}/preview`)).body
    const approved = await second.post(`/api/correction/${asked.body.id}/approve`, { digest })
    expect([approved.status, approved.body]).toMatchObject([200, { state: 'posted' }])
    expect((await valuesOf(owner)).filter((line) => !line.endsWith(' 0.00'))).toEqual(wrong.entries)
    expect(await valuesOf({ affiliate: others })).toEqual([first, `${days[1]} commission 20.00`, tenADay[2]])
    expect((await world.close(days[0], days[2])).problems).toEqual([])
  })
})
