import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleKeys } from '#resources/roles.ts'
import {
  buildAffiliate,
  buildBrand,
  buildCompany,
  buildPartner,
  buildReward,
  buildRewardProfile,
  buildStaff,
} from '#tests/support/builders.ts'
import type { Client } from '#tests/support/office.ts'
import { openPayoutOffice, type PayoutOffice } from '#tests/support/money/payoutOffice.ts'
import { makeWorld, type World } from '#tests/support/money/world.ts'

/** Whatever dated rule is corrected, what is due afterwards is what had been due, had nobody typed it wrong. */
let office: PayoutOffice
let world: World
let root: Client
const from = '2030-01-20'

beforeAll(async () => {
  office = await openPayoutOffice()
  root = await office.asRoot()
  world = makeWorld(office.database, { now: office.context.now() })
})
afterAll(() => office.close())

/** A company with an affiliate and a partner above it, a second profile and partner, and two people. */
async function place() {
  const company = (await buildCompany(root)).id
  const brand = await buildBrand(root, { company })
  const idle = { company, calculation: 'fixed', adminFee: 0 }
  const bets = async (percentage: number) =>
    (await buildReward(root, { ...idle, productType: 'bets', subType: 'ngr', percentage })).id
  const [usual, other] = [await bets(30), await bets(50)]
  const rest: number[] = []
  for (const productType of ['games', 'lotto'])
    rest.push((await buildReward(root, { ...idle, productType, subType: 'ngr', percentage: 0 })).id)
  const cpa = (
    await buildReward(root, {
      ...idle,
      productType: 'cpa',
      value: 5,
      triggerCondition: 'registration',
      triggerOperation: 'count',
      triggerComparison: '>= 1',
    })
  ).id
  const profile = await buildRewardProfile(root, { company, rewards: [usual, ...rest, cpa] })
  const profileB = await buildRewardProfile(root, { company, rewards: [other, ...rest, cpa] })
  const partner = await buildPartner(root, { company, percentage: 10, abatement: 0 })
  const partnerB = await buildPartner(root, { company, percentage: 20, abatement: 0 })
  const affiliate = await buildAffiliate(root, {
    company,
    brands: [brand.id],
    rewardProfile: profile.id,
    partner: partner.id,
    paymentType: 'manual',
  })
  const rights = { company, allowedBrands: [brand.id], roles: [...roleKeys] }
  const people = [await buildStaff(office.app, root, rights), await buildStaff(office.app, root, rights)] as const
  const moved = (day: string, amounts: { turnover?: number; payout?: number }) =>
    world.activity({ affiliate: affiliate.id, brand: brand.id, day, ...amounts })
  await moved('2030-01-10', { turnover: 100 })
  await moved('2030-01-20', { payout: 300 })
  await moved('2030-01-25', { turnover: 150 })
  await moved('2030-02-03', { turnover: 200 })
  await moved('2030-02-05', { turnover: 40, payout: 10 })
  for (const registered of ['2030-01-12', '2030-01-21', '2030-02-05'])
    await world.player({ affiliate: affiliate.id, registered, brand: brand.id })
  const rewards = { usual, other, cpa, rest }
  return { company, rewards, profile, profileB, partner, partnerB, affiliate, people }
}
type Place = Awaited<ReturnType<typeof place>>

/** What the two partners and the affiliate are due by day, however it is posted. */
async function due({ affiliate, partner, partnerB }: Place): Promise<unknown[]> {
  const { rows } = await sql<{ owner: string; day: string; value: string }>`
    select case when affiliate is not null then 'affiliate' when partner = ${partner.id} then 'partner' else 'other' end
      as owner, due.day::text as day, sum(value) as value
    from (
      select affiliate, partner, day, value from entry where kind = 'commission'
      union all
      select source.affiliate, source.partner, source.day, made.value from entry_adjustment adjusting
        join entry source on source.id = adjusting.source_entry join entry made on made.id = adjusting.entry
    ) due where affiliate = ${affiliate.id} or partner = any(array[${partner.id}, ${partnerB.id}]::bigint[])
    group by 1, 2 having sum(value) <> 0 order by 1, 2`.execute(office.database.db)
  return rows.map(({ owner, day, value }) => `${owner} ${day} ${value}`)
}

/** Has a record read otherwise from a day on, written straight into its history: as if it had been typed right. */
async function typeRight(table: string, record: number, values: object): Promise<void> {
  const { db } = office.database
  const history = sql.table(`${table}_history`)
  await sql`insert into ${history} overriding system value
    select (jsonb_populate_record(kept, ${JSON.stringify(values)}::text::jsonb || jsonb_build_object(
      'id', nextval(pg_get_serial_sequence(${`${table}_history`}::text, 'id')), 'valid_from', ${from}::text))).*
    from ${history} kept where record = ${record} and valid_to is null`.execute(db)
  await sql`update ${history} set valid_to = ${from}::text::date
    where record = ${record} and valid_to is null and valid_from < ${from}::text::date`.execute(db)
}

interface Case {
  readonly object: string
  readonly table: string
  readonly record: (place: Place) => number
  readonly values: (place: Place) => Record<string, unknown>
  readonly columns: (place: Place) => Record<string, unknown>
}
const same = (values: Case['values']) => ({ values, columns: values })

const cases: Readonly<Record<string, Case>> = {
  'the percentage of a reward': {
    object: 'reward',
    table: 'reward',
    record: ({ rewards }) => rewards.usual,
    ...same(() => ({ percentage: 12.5 })),
  },
  'the value of a CPA reward': {
    object: 'reward',
    table: 'reward',
    record: ({ rewards }) => rewards.cpa,
    ...same(() => ({ value: 70 })),
  },
  'the rewards of a profile': {
    object: 'rewardProfile',
    table: 'reward_profile',
    record: ({ profile }) => profile.id,
    ...same(({ rewards }) => ({ rewards: [rewards.other, ...rewards.rest, rewards.cpa] })),
  },
  'what a profile carries over': {
    object: 'rewardProfile',
    table: 'reward_profile',
    record: ({ profile }) => profile.id,
    values: () => ({ carryOver: 'full' }),
    columns: () => ({ carry_over: 'full' }),
  },
  'the profile of an affiliate': {
    object: 'affiliate',
    table: 'affiliate',
    record: ({ affiliate }) => affiliate.id,
    values: ({ profileB }) => ({ rewardProfile: profileB.id }),
    columns: ({ profileB }) => ({ reward_profile: profileB.id }),
  },
  'the partner of an affiliate': {
    object: 'affiliate',
    table: 'affiliate',
    record: ({ affiliate }) => affiliate.id,
    ...same(({ partnerB }) => ({ partner: partnerB.id })),
  },
  'the percentage and abatement of a partner': {
    object: 'partner',
    table: 'partner',
    record: ({ partner }) => partner.id,
    ...same(() => ({ percentage: 40, abatement: 5 })),
  },
  'the formula of a level': {
    object: 'partnerLevel',
    table: 'partner_level',
    record: ({ partner }) => partner['partnerLevel'] as number,
    ...same(() => ({ expression: 'turnover * percentage' })),
  },
}

describe('a correction', () => {
  it.each(Object.entries(cases))('of %s makes due what had been due, typed right', async (_, given) => {
    const [wrong, right] = [await place(), await place()]
    await typeRight(given.table, given.record(right), given.columns(right))
    await world.close('2030-01-01', '2030-02-28')
    const [maria, joao] = wrong.people
    const before = await due(wrong)
    // Some of it was paid before anybody saw that it was wrong.
    const paid = (await world.entries({ affiliate: wrong.affiliate.id })).filter(({ day }) => day <= '2030-01-25')
    await world.complete(paid.map(({ id }) => id))
    const asked = await maria.post('/api/correction', {
      object: given.object,
      id: given.record(wrong),
      values: given.values(wrong),
      validFrom: from,
      reason: 'Typed wrong',
    })
    expect([asked.status, asked.body.code]).toEqual([200, undefined])
    expect(await due(wrong)).toEqual(before)
    const { digest } = (await joao.get(`/api/correction/${asked.body.id}/preview`)).body
    const approved = await joao.post(`/api/correction/${asked.body.id}/approve`, { digest })
    expect([approved.status, approved.body.code]).toEqual([200, undefined])
    const after = await due(wrong)
    expect(after).toEqual(await due(right))
    expect(after).not.toEqual(before)
    // And it stays so: nothing is left for the next close to find.
    await world.close('2030-01-01', '2030-02-28')
    expect(await due(wrong)).toEqual(after)
  })
})
