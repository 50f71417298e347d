import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleKeys } from '#resources/roles.ts'
import type { ChecklistItem } from '#features/commission/answers/periods.ts'
import type { CorrectionPreview } from '#features/commission/answers/corrections.ts'
import {
  buildAffiliate,
  buildBrand,
  buildCompany,
  buildPartner,
  buildPeriod,
  buildReward,
  buildRewardProfile,
  buildStaff,
} from '#tests/support/builders.ts'
import type { Client } from '#tests/support/office.ts'
import { openPayoutOffice, type PayoutOffice } from '#tests/support/money/payoutOffice.ts'
import { makeWorld, type World } from '#tests/support/money/world.ts'

/** A deal that was typed wrong, corrected from a past day on. */
let office: PayoutOffice
let world: World
let root: Client
const today = '2030-03-10'

beforeAll(async () => {
  office = await openPayoutOffice()
  root = await office.asRoot()
  world = makeWorld(office.database, { now: office.context.now() })
})
afterAll(() => office.close())

const products = ['games', 'lotto', 'cpa'] as const
const idle = { calculation: 'fixed', adminFee: 0 }

/** A company with an affiliate that earns 30 % of bets, below a partner that gets 10 % of what is left. */
async function place() {
  const company = await buildCompany(root)
  const brand = await buildBrand(root, { company: company.id })
  const reward = await buildReward(root, {
    company: company.id,
    ...idle,
    productType: 'bets',
    subType: 'ngr',
    percentage: 30,
  })
  const rewards = [reward.id]
  for (const productType of products) {
    const amount = productType === 'cpa' ? { subType: 'player', value: 0 } : { subType: 'ngr', percentage: 0 }
    rewards.push((await buildReward(root, { company: company.id, ...idle, productType, ...amount })).id)
  }
  const profile = await buildRewardProfile(root, { company: company.id, rewards })
  const partner = await buildPartner(root, { company: company.id, percentage: 10, abatement: 0 })
  const affiliate = await buildAffiliate(root, {
    company: company.id,
    brands: [brand.id],
    rewardProfile: profile.id,
    partner: partner.id,
    paymentType: 'manual',
  })
  const rights = {
    company: company.id,
    allowedBrands: [brand.id],
    roles: ['financial', 'paymentByAffiliate', 'entryByAffiliate', 'affiliate', 'reward', 'rewardProfile', 'partner'],
  }
  const [maria, joao] = [await buildStaff(office.app, root, rights), await buildStaff(office.app, root, rights)]
  const moved = (day: string, turnover: number) =>
    world.activity({ affiliate: affiliate.id, brand: brand.id, day, turnover })
  const entries = async (owner: { affiliate?: number; partner?: number } = { affiliate: affiliate.id }) =>
    (await world.entries(owner)).map(({ day, kind, value, status }) => `${day} ${kind} ${value} ${status}`)
  const complete = async (...days: string[]) => {
    const all = await world.entries({ affiliate: affiliate.id })
    await world.complete(all.filter(({ day, kind }) => days.includes(day) && kind === 'commission').map(({ id }) => id))
  }
  return { company, brand, reward, profile, partner, affiliate, maria, joao, moved, entries, complete }
}
type Place = Awaited<ReturnType<typeof place>>

/** Three days on which 100 were staked, closed; the first of them paid. */
async function threeDays(): Promise<Place> {
  const given = await place()
  for (const day of ['2030-02-20', '2030-02-21', '2030-02-22']) await given.moved(day, 100)
  await world.close('2030-02-20', '2030-02-22')
  await given.complete('2030-02-20')
  return given
}

const wrongFrom = '2030-02-01'
const order = ({ reward }: Place, values: object = { percentage: 20 }, validFrom = wrongFrom) => ({
  object: 'reward',
  id: reward.id,
  values,
  validFrom,
  reason: 'Typed 30 instead of 20',
})
const codeOf = async (answer: ReturnType<Client['post']>) => (await answer).body.code as string | undefined
const shown = ({ rows }: CorrectionPreview) =>
  rows.map(({ ownerKind, day, was, wouldBe, posting }) => `${ownerKind} ${day} ${was} -> ${wouldBe} ${posting}`).sort()
const previewOf = async (client: Client, id: unknown) =>
  (await client.get(`/api/correction/${String(id)}/preview`)).body as CorrectionPreview
/** Looks at what a correction comes to, and approves that. */
const approve = async (client: Client, id: unknown) =>
  client.post(`/api/correction/${String(id)}/approve`, { digest: (await previewOf(client, id)).digest })

describe('a correction from a past day on', () => {
  it('is previewed by the day, approved by a second person, and posted to the cent of what was previewed', async () => {
    const given = await threeDays()
    const { maria, joao, entries, affiliate, partner, reward } = given
    const before = await entries()
    expect(before).toEqual([
      '2030-02-20 commission 30.00 complete',
      '2030-02-21 commission 30.00 pending',
      '2030-02-22 commission 30.00 pending',
    ])
    const asked = await maria.post('/api/correction', order(given))
    expect([asked.status, asked.body]).toMatchObject([
      200,
      { state: 'waiting', validFrom: wrongFrom, object: 'reward' },
    ])
    const preview = await previewOf(joao, asked.body.id)
    expect(preview.changes).toEqual([{ field: 'percentage', before: 30, after: 20 }])
    expect(shown(preview)).toEqual([
      'affiliate 2030-02-20 30 -> 20 adjusted',
      'affiliate 2030-02-21 30 -> 20 rewritten',
      'affiliate 2030-02-22 30 -> 20 rewritten',
      'partner 2030-02-20 7 -> 8 rewritten',
      'partner 2030-02-21 7 -> 8 rewritten',
      'partner 2030-02-22 7 -> 8 rewritten',
    ])
    expect(preview.totals).toEqual([
      { ownerKind: 'affiliate', currency: 'BRL', owners: 1, days: 3, was: 90, wouldBe: 60, difference: -30 },
      { ownerKind: 'partner', currency: 'BRL', owners: 1, days: 3, was: 21, wouldBe: 24, difference: 3 },
    ])
    expect(await entries()).toEqual(before)
    expect((await maria.get(`/api/reward/${reward.id}`)).body.percentage).toBe(30)

    expect(await codeOf(approve(maria, asked.body.id))).toBe('approver_not_apart')
    const approved = await joao.post(`/api/correction/${asked.body.id}/approve`, { digest: preview.digest })
    expect([approved.status, approved.body.state]).toEqual([200, 'posted'])
    expect(await entries()).toEqual([
      '2030-02-20 commission 30.00 complete',
      '2030-02-21 commission 20.00 pending',
      '2030-02-22 commission 20.00 pending',
      `${today} adjustment -10.00 pending`,
    ])
    expect(await entries({ partner: partner.id })).toEqual(
      ['20', '21', '22'].map((day) => `2030-02-${day} commission 8.00 pending`),
    )
    expect((await maria.get(`/api/reward/${reward.id}`)).body.percentage).toBe(20)
    expect(await codeOf(approve(joao, asked.body.id))).toBe('correction_not_waiting')
    // Closing again finds nothing to do: what was posted is what the rule says.
    const standing = await world.entries({ affiliate: affiliate.id })
    await world.close('2030-02-20', '2030-02-22')
    expect(await world.entries({ affiliate: affiliate.id })).toEqual(standing)
  })

  it('names itself in the adjustment, the statement and the history; what was paid is explained by what it was paid by', async () => {
    const given = await threeDays()
    const { maria, joao, affiliate, reward } = given
    const { id } = (await maria.post('/api/correction', order(given))).body
    await approve(joao, id)
    const [paid, , , adjustment] = await world.entries({ affiliate: affiliate.id })
    const { rows } = await sql`select reason, correction from entry_adjustment
      where entry = ${adjustment!.id}`.execute(office.database.db)
    expect(rows).toEqual([{ reason: 'correction', correction: id }])
    const explained = (await maria.get(`/api/entry/${paid!.id}/explain`)).body
    expect(explained.lines[0]).toMatchObject({ rate: 30, amount: 30, isReproduced: true })
    const statement = (
      await maria.get(`/api/statement/affiliate/${affiliate.id}?from=2030-03-01&to=${today}&currency=BRL`)
    ).body
    expect(statement.adjustments).toMatchObject([
      { cause: 'correction', value: -10, reason: 'Typed 30 instead of 20', sourceDay: '2030-02-20' },
    ])
    const history = (await maria.get(`/api/reward/${reward.id}/history`)).body as {
      validFrom: string | null
      values: { percentage: number }
      correction: number | null
    }[]
    expect(history.map(({ validFrom, values, correction }) => [validFrom, values.percentage, correction])).toEqual([
      [wrongFrom, 20, id],
      [null, 30, null],
    ])
  })

  it('is the same as if the rule had read so from that day on, and leaves later versions alone', async () => {
    const [given, other] = [await place(), await place()]
    for (const each of [given, other]) {
      for (const day of ['2030-02-05', '2030-02-06', '2030-02-10', '2030-02-12']) await each.moved(day, 100)
      await world.changePercentage(each.reward.id, '2030-02-06', each === given ? 40 : 25)
      await world.changePercentage(each.reward.id, '2030-02-12', 35)
    }
    await world.close('2030-02-05', '2030-02-12')
    const { id } = (await given.maria.post('/api/correction', order(given, { percentage: 25 }, '2030-02-06'))).body
    expect(await previewOf(given.joao, id)).toMatchObject({ validFrom: '2030-02-06', validTo: '2030-02-12' })
    await given.complete('2030-02-06')
    await other.complete('2030-02-06')
    const [, paid] = await world.entries({ affiliate: given.affiliate.id })
    const explained = async () => (await given.maria.get(`/api/entry/${paid!.id}/explain`)).body.lines
    const before = await explained()
    await approve(given.joao, id)
    expect(await explained()).toEqual(before)
    const values = async (each: Place) => [await each.entries(), await each.entries({ partner: each.partner.id })]
    const [own, partners] = await values(given)
    const [due, partnersDue] = await values(other)
    // What was paid wrong is made up for by an adjustment; else it is as if nobody had typed it wrong.
    expect(own!.map((line) => line.replace('06 commission 40.00', '06 commission 25.00'))).toEqual([
      ...due!,
      `${today} adjustment -15.00 pending`,
    ])
    expect(partners).toEqual(partnersDue)
  })

  it('is posted only as it was previewed: where something changed since, it says so and is looked at again', async () => {
    const given = await threeDays()
    const { maria, joao, moved, entries } = given
    const { id } = (await maria.post('/api/correction', order(given))).body
    const seen = await previewOf(joao, id)
    const unseen = await joao.post(`/api/correction/${id}/approve`, {})
    expect([unseen.status, unseen.body.details]).toMatchObject([400, { digest: [{ code: 'required' }] }])
    await moved('2030-02-21', 50)
    await world.close('2030-02-22')
    const before = await entries()
    expect(await codeOf(approve(joao, id))).toBe('correction_changed')
    expect(await entries()).toEqual(before)
    const renewed = (await joao.post(`/api/correction/${id}/preview`, {})).body as CorrectionPreview
    expect(shown(renewed)).toContain('affiliate 2030-02-21 45 -> 30 rewritten')
    expect(await codeOf(joao.post(`/api/correction/${id}/approve`, { digest: seen.digest }))).toBe('correction_changed')
    expect((await joao.post(`/api/correction/${id}/approve`, { digest: renewed.digest })).status).toBe(200)
    expect(await entries()).toContain('2030-02-21 commission 30.00 pending')
  })

  it('is the cause of what reports say otherwise since, to the cent', async () => {
    const given = await threeDays()
    const { maria, joao, affiliate } = given
    const { id } = (await maria.post('/api/correction', order(given))).body
    const since = new Date().toISOString()
    await approve(joao, id)
    const { changes } = (
      await root.get(
        `/api/report/affiliates/changes?from=2030-02-20&to=2030-02-22&affiliate=${affiliate.id}&since=${since}`,
      )
    ).body as { changes: { column: string; difference: number; cause: string; refs: object[] }[] }
    expect(changes.length).toBeGreaterThan(0)
    for (const change of changes)
      expect(change).toMatchObject({ cause: 'correction', refs: [{ kind: 'correction', id: String(id) }] })
    expect(changes.find(({ column }) => column === 'affiliate_reward')).toMatchObject({ difference: -30 })
  })

  it('tells activity that came late apart from itself', async () => {
    const given = await threeDays()
    const { maria, joao, moved, affiliate } = given
    await moved('2030-02-20', 100)
    const { id } = (await maria.post('/api/correction', order(given))).body
    expect((await approve(joao, id)).status).toBe(200)
    const { rows } = await sql<{
      reason: string
      value: string
    }>`select entry_adjustment.reason, value from entry_adjustment
      join entry on entry.id = entry_adjustment.entry where affiliate = ${affiliate.id} order by 1`.execute(
      office.database.db,
    )
    expect(rows).toEqual([
      { reason: 'correction', value: '-20.00' },
      { reason: 'late_activity', value: '30.00' },
    ])
  })

  it('never touches a locked period: there the difference is an adjustment of today', async () => {
    const given = await threeDays()
    const { maria, joao, entries } = given
    const period = await buildPeriod(maria, { from: '2030-02-01', to: '2030-02-28' })
    await maria.post(`/api/period/${period.id}/check`, { accept: ['days_never_closed', 'days_changed'] })
    expect((await joao.post(`/api/period/${period.id}/lock`, {})).body).toMatchObject({ state: 'locked' })
    const before = await entries()
    const { id } = (await maria.post('/api/correction', order(given))).body
    const awaiting = ((await maria.get(`/api/period/${period.id}/checklist`)).body.items as ChecklistItem[]).find(
      ({ code }) => code === 'awaiting_corrections',
    )
    expect(awaiting).toMatchObject({ ok: false, count: 1, refs: [{ correction: id, day: wrongFrom }] })
    expect((await approve(joao, id)).status).toBe(200)
    expect(await entries()).toEqual([...before, ...Array(3).fill(`${today} adjustment -10.00 pending`)])
    const { bridge } = (await maria.get(`/api/period/${period.id}/checklist`)).body
    expect(bridge).toMatchObject([{ causes: [{ cause: 'correction', with: [], value: -27 }] }])
  })

  it('is posted once, whoever approves it at the same moment', async () => {
    const given = await threeDays()
    const { maria, joao, company, brand, entries } = given
    const ana = await buildStaff(office.app, root, {
      company: company.id,
      allowedBrands: [brand.id],
      roles: [...roleKeys],
    })
    const { id } = (await maria.post('/api/correction', order(given))).body
    const answers = await Promise.all([joao, ana, joao].map((client) => approve(client, id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect((await entries()).filter((line) => line.includes('adjustment'))).toEqual([
      `${today} adjustment -10.00 pending`,
    ])
  })

  it('is declined with a reason, for good', async () => {
    const given = await threeDays()
    const { maria, joao, entries } = given
    const before = await entries()
    const { id } = (await maria.post('/api/correction', order(given))).body
    expect(await codeOf(joao.post(`/api/correction/${id}/decline`, {}))).toBe('validation_failed')
    expect((await joao.post(`/api/correction/${id}/decline`, { reason: 'The deal says 30' })).body).toMatchObject({
      state: 'declined',
      declineReason: 'The deal says 30',
    })
    expect(await codeOf(approve(joao, id))).toBe('correction_not_waiting')
    expect(await entries()).toEqual(before)
  })

  it('is refused for what has no dates, for today, for what it was already, and for values that no rule takes', async () => {
    const given = await place()
    const { maria } = given
    const refusal = async (values: object, validFrom?: string) => {
      const { body } = await maria.post('/api/correction/preview', order(given, values, validFrom))
      return [body.code, ...Object.values(body.details ?? {}).flatMap((each) => (each as { code: string }[])[0]!.code)]
    }
    expect([
      await refusal({ name: 'Another' }),
      await refusal({ percentage: 20 }, today),
      await refusal({ percentage: 30 }),
      await refusal({ percentage: 'many' }),
      await codeOf(maria.post('/api/correction', { ...order(given), object: 'campaign' })),
    ]).toEqual([
      ['not_dated', 'not_dated'],
      ['correction_not_past', 'correction_not_past'],
      ['correction_changes_nothing'],
      ['invalid_type', 'invalid_type'],
      'not_dated',
    ])
  })

  it('is not there for other companies, and not decided by who sees only some brands', async () => {
    const [given, other] = [await threeDays(), await place()]
    const { id } = (await given.maria.post('/api/correction', order(given))).body
    const clerk = await buildStaff(office.app, root, {
      company: given.company.id,
      allowedBrands: [given.brand.id],
      roles: ['affiliate', 'reward'],
    })
    await buildBrand(root, { company: given.company.id })
    const steps = [
      ['approve', { digest: 'd' }],
      ['decline', { reason: 'R' }],
      ['preview', {}],
    ] as const
    for (const [step, body] of steps) {
      expect([step, await codeOf(given.joao.post(`/api/correction/${id}/${step}`, body))]).toEqual([
        step,
        'partly_visible',
      ])
      expect([step, (await other.maria.post(`/api/correction/${id}/${step}`, body)).status]).toEqual([step, 404])
      expect([step, (await clerk.post(`/api/correction/${id}/${step}`, body)).status]).toEqual([step, 403])
    }
    expect([
      (await other.maria.get(`/api/correction/${id}`)).status,
      (await other.maria.get('/api/correction')).body,
      (await other.maria.post('/api/correction/preview', order(given))).status,
      await codeOf(given.maria.post('/api/correction', order(given))),
    ]).toEqual([404, [], 404, 'partly_visible'])
  })
})
