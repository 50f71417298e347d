import { sql } from 'kysely'
import { expect } from 'vitest'
import { closeDays } from '#features/commission/server/close/closeDays.ts'
import { inSimulation } from '#features/deals/server/whatIf/simulation.ts'
import { simulateCommission } from '#features/deals/server/whatIf/tryCommission.ts'
import { buildAction, buildAffiliate, buildBrand, buildCampaign, buildReward } from '#tests/support/builders.ts'
import { build } from '#tests/support/builders.ts'
import { type Client, clientOf, type Office } from '#tests/support/office.ts'

/** A reward as the API takes it. */
export type RewardValues = Readonly<Record<string, unknown>> & { readonly productType: string }

/** Something a player did: its day (or moment), type, player and amount, and what else the brand tells of it. */
export type Deed = readonly [at: string, type: string, player: string, amount?: number, more?: object]

/** Terms of an affiliate and what its players did. */
export interface Case {
  readonly rewards: readonly RewardValues[]
  readonly carryOver?: 'none' | 'full'
  readonly profile?: object
  readonly deeds: readonly Deed[]
  readonly from: string
  readonly to: string
}

/** What the case came to. */
export interface Paid {
  /** By month, `YYYY-MM amount`; months that paid nothing are absent. */
  readonly months: readonly string[]
  /** The kinds of all steps of all explanations, and the steps. */
  readonly steps: readonly any[]
}

const plain: readonly RewardValues[] = [
  ...['bets', 'games', 'lotto'].map((productType) => ({ productType, subType: 'ngr', percentage: 0 })),
  { productType: 'cpa', subType: 'player', value: 0 },
]
const bare = {
  calculation: 'fixed',
  adminFee: 0,
  triggerCondition: null,
  triggerOperation: null,
  triggerComparison: null,
}
let serial = 0
const inProducts: ReadonlySet<string> = new Set(['bet', 'win', 'bonus', 'chargeback'])

async function makeProgramme(office: Office, { rewards, carryOver = 'none', profile = {} }: Omit<Case, 'deeds'>) {
  const { root } = office
  const brand = await buildBrand(root, { currency: 'BRL' })
  const ids: number[] = []
  for (const other of plain) {
    const own = rewards.find(({ productType }) => productType === other.productType) ?? other
    ids.push((await buildReward(root, { ...bare, ...own })).id)
  }
  const { company } = brand
  const made = await build(root, 'rewardProfile', {
    name: `Deal ${(serial += 1)}`,
    rewards: ids,
    company,
    carryOver,
    ...profile,
  })
  const affiliate = await buildAffiliate(root, { brands: [brand.id], rewardProfile: made.id })
  const campaign = await buildCampaign(root, { brand: brand.id })
  const action = await buildAction(root, { campaign: campaign.id, affiliate: affiliate.id })
  const { key } = (await root.post(`/api/brand/${brand.id}/ingest_key`)).body
  const ingest = clientOf(office.app, key)
  return { affiliate: affiliate.id, profile: made.id, rewards: ids, token: action['token'] as string, ingest }
}

async function tell(ingest: Client, token: string, deeds: readonly Deed[]): Promise<void> {
  const events = deeds.map(([at, type, player, amount, more]) => ({
    event_id: `word-${(serial += 1)}`,
    type,
    occurred_at: at.length > 10 ? at : `${at}T12:00:00Z`,
    ...(type === 'registration' ? { action_token: token } : {}),
    ...(type === 'click' ? { action_token: token } : { player_ref: player }),
    ...(amount === undefined ? {} : { amount }),
    ...(inProducts.has(type) ? { product: 'games' } : {}),
    ...more,
  }))
  const { body } = await ingest.post('/ingest/events', events)
  expect(body.rejected).toEqual([])
}

const close = (office: Office, from: string, to: string) =>
  closeDays({
    database: office.database,
    environment: { businessTimeZone: 'UTC' },
    from,
    to,
    now: () => new Date('2026-11-20T12:00:00Z'),
    log: () => {},
  })

async function daysOf(office: Office, affiliate: number): Promise<string[]> {
  const { rows } = await sql<{
    day: string
    value: string
  }>`select day::text as day, sum(value)::text as value from entry
    where affiliate = ${affiliate} group by day having sum(value) <> 0 order by day`.execute(office.database.db)
  return rows.map(({ day, value }) => `${day} ${value}`)
}

/**
 * What the terms pay for what players did: closed at once, and the same day by day, tried on the past of another
 * affiliate, and explained, each to the cent.
 */
export async function pays(office: Office, given: Case): Promise<Paid> {
  const { deeds, from, to } = given
  const whole = await makeProgramme(office, given)
  await tell(whole.ingest, whole.token, deeds)
  await close(office, from, to)
  const daily = await makeProgramme(office, given)
  for (const [day, own] of Map.groupBy(deeds, ([at]) => at.slice(0, 10))) {
    await tell(daily.ingest, daily.token, own)
    await close(office, day, day)
  }
  await close(office, from, to)
  const days = await daysOf(office, whole.affiliate)
  expect(await daysOf(office, daily.affiliate)).toEqual(days)
  const cents = Map.groupBy(days, (day) => day.slice(0, 7))
  const months = [...cents].map(([month, own]) => {
    const sum = own.reduce((all, day) => all + Math.round(Number(day.split(' ')[1]) * 100), 0)
    return `${month} ${(sum / 100).toFixed(2)}`
  })
  const tried = await makeProgramme(office, { ...given, rewards: [], profile: {} })
  await tell(tried.ingest, tried.token, deeds)
  await close(office, from, to)
  const { rows } = await sql<{
    versions: any
  }>`select to_jsonb(history.*) as versions from reward_profile_history history
    where record = ${whole.profile}`.execute(office.database.db)
  const stored = rows[0]!.versions
  const carry = Object.fromEntries(
    ['at_most', 'above', 'months', 'reset_players', 'reset_months'].map((name) => [
      `carry${name.replace(/(^|_)([a-z])/g, (_, __, letter) => letter.toUpperCase())}`,
      stored[`carry_${name}`],
    ]),
  )
  const edit = {
    kind: 'rewardProfile',
    id: tried.profile,
    rewards: whole.rewards,
    carryOver: given.carryOver ?? 'none',
    carry: { ...carry, carriedPart: stored.carried_part, fence: stored.fence },
  } as const
  const result = await inSimulation(office.database.db, (db) => simulateCommission(db, { edit, days: { from, to } }))
  const sum = days.reduce((all, day) => all + Math.round(Number(day.split(' ')[1]) * 100), 0)
  expect([result.problems, result.owners.map(({ now }) => now)]).toEqual([[], [(sum / 100).toFixed(2)]])
  return { months, steps: await stepsOf(office, whole.affiliate) }
}

async function stepsOf(office: Office, affiliate: number): Promise<any[]> {
  const filter = encodeURIComponent(JSON.stringify({ affiliate }))
  const { body } = await office.root.get(`/api/entry?sort=["day","ASC"]&range=[0,99]&filter=${filter}`)
  const steps: any[] = []
  for (const { id } of body) {
    const { body: explained } = await office.root.get(`/api/entry/${id}/explain`)
    for (const line of explained.lines) {
      expect([id, line.product, line.isReproduced]).toEqual([id, line.product, true])
      steps.push(...line.after.steps)
    }
  }
  return steps
}
