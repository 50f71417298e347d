import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeDays } from '#features/commission/server/close/closeDays.ts'
import {
  buildAction,
  buildAffiliate,
  buildBrand,
  buildCampaign,
  buildReward,
  buildRewardProfile,
} from '#tests/support/builders.ts'
import { clientOf, type Office, openOffice } from '#tests/support/office.ts'

let office: Office
beforeAll(async () => {
  office = await openOffice({ now: () => new Date('2026-11-20T12:00:00Z'), variables: { BUSINESS_TIME_ZONE: 'UTC' } })
})
afterAll(() => office.close())

const staged = {
  productType: 'cpa',
  triggerCondition: null,
  triggerOperation: null,
  triggerComparison: null,
  value: 40,
  conditions: [{ fact: 'firstDeposit', amount: 20 }],
  clawBack: 'any',
  stages: [
    { value: 60, fact: 'wagerSum', amount: 500, within: 30, unit: 'days', since: 'firstDeposit', clawBack: 'none' },
    { value: 12.5, fact: 'depositCount', amount: 2, holdDays: 3 },
  ],
}

/** An affiliate by whose link four players registered on the first of October. */
async function makeProgramme(reward: number) {
  const { root } = office
  const brand = await buildBrand(root, { currency: 'BRL' })
  const rewards = [reward]
  for (const productType of ['bets', 'games', 'lotto'])
    rewards.push((await buildReward(root, { productType, percentage: 0 })).id)
  const profile = await buildRewardProfile(root, { rewards })
  const affiliate = await buildAffiliate(root, { brands: [brand.id], rewardProfile: profile.id })
  const campaign = await buildCampaign(root, { brand: brand.id })
  const action = await buildAction(root, { campaign: campaign.id, affiliate: affiliate.id })
  const ingest = clientOf(office.app, (await root.post(`/api/brand/${brand.id}/ingest_key`)).body.key)
  let serial = 0
  const tell = async (player_ref: string, deeds: readonly [type: string, day: string, amount?: number][]) => {
    const events = deeds.map(([type, day, amount]) => ({
      event_id: `${brand.id}-${(serial += 1)}`,
      type,
      player_ref,
      occurred_at: `${day}T12:00:00Z`,
      ...(amount ? { amount } : {}),
      ...(type === 'registration' ? { action_token: action['token'] } : {}),
      ...(type === 'bet' ? { product: 'games' } : {}),
      ...(type === 'barred' ? { reason: 'fraud' } : {}),
    }))
    expect((await ingest.post('/ingest/events', events)).body.accepted).toBe(deeds.length)
  }
  return { profile, affiliate, tell }
}

const close = (from: string, to: string) =>
  closeDays({
    database: office.database,
    environment: { businessTimeZone: 'UTC' },
    from,
    to,
    now: () => new Date('2026-11-20T12:00:00Z'),
    log: () => {},
  })

async function entriesOf(affiliate: number): Promise<{ id: number; day: string; value: number }[]> {
  const filter = encodeURIComponent(JSON.stringify({ affiliate }))
  const { body } = await office.root.get(`/api/entry?sort=["day","ASC"]&range=[0,99]&filter=${filter}`)
  return body.filter(({ value }: { value: number }) => value !== 0)
}

describe('CPA in stages by the API', () => {
  it('pays each part at its milestone, once, takes back the parts that say so, explains and tries all of it', async () => {
    const { root } = office
    const reward = await buildReward(root, staged)
    expect((await root.get(`/api/reward/${reward.id}`)).body).toMatchObject(staged)
    const { affiliate, tell } = await makeProgramme(reward.id)
    await tell('slow', [
      ['registration', '2026-10-01'],
      ['deposit', '2026-10-02', 20],
      ['bet', '2026-10-05', 499],
      ['bet', '2026-10-09', 1],
      ['deposit', '2026-10-09', 5],
    ])
    await tell('late', [
      ['registration', '2026-10-01'],
      ['deposit', '2026-10-02', 20],
      ['bet', '2026-11-02', 900],
    ])
    await tell('back', [
      ['registration', '2026-10-01'],
      ['deposit', '2026-10-02', 20],
      ['bet', '2026-10-02', 500],
      ['deposit', '2026-10-03', 5],
      ['barred', '2026-10-20'],
    ])
    for (const day of ['02', '05', '09', '20'])
      await close(`2026-10-${day}`, day === '20' ? '2026-11-05' : `2026-10-${day}`)
    await close('2026-10-01', '2026-11-05')
    const entries = await entriesOf(affiliate.id)
    expect(entries.map(({ day, value }) => `${day} ${value}`)).toEqual([
      // three first parts, and the second of one
      '2026-10-02 180',
      '2026-10-06 12.5',
      '2026-10-09 60',
      '2026-10-12 12.5',
      // the first part and the third; the second says otherwise
      '2026-10-20 -52.5',
    ])
    const { body: told } = await root.get(`/api/entry/${entries[0]!.id}/explain`)
    const line = told.lines.find(({ product }: { product: string }) => product === 'cpa')
    expect(line.isReproduced).toBe(true)
    expect(line.after.steps.filter(({ kind }: { kind: string }) => kind === 'stage')).toEqual([
      { kind: 'stage', stage: 2, players: 1, value: 60, amount: 60 },
    ])
    expect(line.after.measures).toEqual({ qty_cpa: 3 })
    const { body: back } = await root.get(`/api/entry/${entries.at(-1)!.id}/explain`)
    expect(back.lines.map(({ isReproduced }: { isReproduced: boolean }) => isReproduced)).toEqual([true])
    const stages = staged.stages.map((stage) => ({ ...stage, value: stage.value * 2 }))
    const tried = await root.post(`/api/reward/${reward.id}/what_if`, { month: '2026-10', values: { stages } })
    expect([tried.status, tried.body.then, tried.body.now]).toEqual([200, 212.5, 345])
  })

  it('pays a further part once beside a value by size', async () => {
    const [stage] = staged.stages
    const bands = [{ from: 100, value: 70 }]
    const reward = await buildReward(office.root, { ...staged, bandFact: 'firstDeposit', bands, stages: [stage] })
    const { affiliate, tell } = await makeProgramme(reward.id)
    await tell('large', [
      ['registration', '2026-10-01'],
      ['deposit', '2026-10-02', 100],
      ['bet', '2026-10-07', 500],
    ])
    await close('2026-10-01', '2026-10-31')
    const entries = await entriesOf(affiliate.id)
    expect(entries.map(({ day, value }) => `${day} ${value}`)).toEqual(['2026-10-02 70', '2026-10-07 60'])
  })

  it('refuses a stage that lacks its milestone, and one on a share', async () => {
    const asked = async (stage: object) => {
      const terms = { name: 'Half said', ...staged, subType: 'player', calculation: 'fixed', stages: [stage] }
      const { status, body } = await office.root.post('/api/reward', terms)
      return [status, Object.keys(body.errors)]
    }
    expect(await asked({ value: 60, fact: 'wagerSum' })).toEqual([400, ['stages.0.amount']])
    expect(await asked({ value: 60, fact: 'depositCount', amount: 1.5 })).toEqual([400, ['stages.0.amount']])
    const share = await office.root.post('/api/reward', {
      name: 'Share in stages',
      productType: 'bets',
      subType: 'ngr',
      calculation: 'fixed',
      percentage: 30,
      stages: [{ value: 60, fact: 'depositCount', amount: 1 }],
    })
    expect([share.status, Object.keys(share.body.errors)]).toEqual([400, ['stages']])
  })
})
