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
import { type Client, clientOf, type Office, openOffice } from '#tests/support/office.ts'

let office: Office
beforeAll(async () => {
  office = await openOffice({
    now: () => new Date('2026-11-20T12:00:00Z'),
    variables: { BUSINESS_TIME_ZONE: 'America/Sao_Paulo' },
  })
})
afterAll(() => office.close())

const deal = {
  productType: 'cpa',
  triggerCondition: null,
  triggerOperation: null,
  triggerComparison: null,
  conditions: [{ fact: 'depositSum', amount: 20, within: 30, unit: 'days', since: 'registration' }],
  countries: 'BR',
  holdDays: 7,
  clawBack: 'barred',
  clawBackDays: 60,
  caps: [{ per: 'month', atMost: 50, beyond: 'later' }],
  minimums: [{ fact: 'depositCount', amount: 1 }],
  ceiling: 5000,
}

/** A brand whose events come with its key, and an affiliate with the deal. */
async function makeProgramme(reward: number, own: 'cpa' | 'games' = 'cpa') {
  const { root } = office
  const brand = await buildBrand(root, { currency: 'BRL' })
  const rewards = [reward]
  for (const productType of ['bets', 'games', 'lotto', 'cpa'])
    if (productType !== own) rewards.push((await buildReward(root, { productType })).id)
  const profile = await buildRewardProfile(root, { rewards })
  const affiliate = await buildAffiliate(root, { brands: [brand.id], rewardProfile: profile.id })
  const campaign = await buildCampaign(root, { brand: brand.id })
  const action = await buildAction(root, { campaign: campaign.id, affiliate: affiliate.id })
  const { key } = (await root.post(`/api/brand/${brand.id}/ingest_key`)).body
  return { brand, affiliate, token: action['token'] as string, ingest: clientOf(office.app, key) }
}
let serial = 0
const tell = async (ingest: Client, events: readonly object[]) =>
  (
    await ingest.post(
      '/ingest/events',
      events.map((event) => ({ event_id: `deal-${(serial += 1)}`, ...event })),
    )
  ).body

describe('a deal by the API', () => {
  it('is kept word by word, and refused field by field', async () => {
    const stored = await buildReward(office.root, deal)
    const { body } = await office.root.get(`/api/reward/${stored.id}`)
    expect(body).toMatchObject(deal)
    const times = {
      productType: 'bets',
      subType: 'ngr',
      calculation: 'dynamic',
      tierMode: 'whole',
      tiers: [{ from: 10, percentage: 35 }],
      tierBase: 'firstDeposits',
      tierSpan: 'rolling',
      tierMonths: 3,
      launchMonths: 2,
      launchPercentage: 45,
      flatFee: 500,
      flatFeeMinimums: [{ fact: 'firstDeposits', amount: 5 }],
    }
    const timed = await buildReward(office.root, times)
    expect((await office.root.get(`/api/reward/${timed.id}`)).body).toMatchObject(times)
    const { version } = body
    const put = (values: object) => office.root.put(`/api/reward/${stored.id}`, { version, ...values })
    const refused = await put({
      conditions: [{ fact: 'depositCount', amount: 1.5, product: 'bets' }],
      caps: [{ per: 'deal', atMost: 5, beyond: 'later' }],
    })
    expect(refused.status).toBe(400)
    expect(Object.keys(refused.body.errors).sort()).toEqual([
      'caps.0.beyond',
      'conditions.0.amount',
      'conditions.0.product',
    ])
    expect((await put({ conditions: [{ fact: 'luck', amount: 1 }] })).status).toBe(400)
    const share = await office.root.post('/api/reward', {
      name: 'Share that holds',
      productType: 'bets',
      subType: 'ngr',
      calculation: 'fixed',
      percentage: 30,
      holdDays: 7,
    })
    expect([share.status, Object.keys(share.body.errors)]).toEqual([400, ['holdDays']])
  })

  it('takes words that need each other together, and refuses what contradicts itself', async () => {
    const bound = {
      productType: 'cpa',
      triggerCondition: null,
      triggerOperation: null,
      triggerComparison: null,
      conditions: [{ fact: 'wagerSum', amount: 3, timesOf: 'firstDeposit' }],
      bandFact: 'firstDeposit',
      bands: [{ from: 10, percentage: 30, atMost: 60 }],
      overrides: [{ country: 'BR', value: 60, fact: 'depositSum', amount: 50, within: 7, since: 'click', holdDays: 3 }],
      minimums: [{ fact: 'conversion', amount: 20, missed: 'lowered', lasts: 'forGood' }],
      loweredValue: 5,
      flatFee: 500,
      flatFeePer: 'once',
    }
    const gated = {
      productType: 'bets',
      subType: 'ngr',
      calculation: 'dynamic',
      tierMode: 'whole',
      tierComparator: 'moreThan',
      tiers: [{ from: 10, percentage: 35, alsoFact: 'firstDeposits', alsoAmount: 20 }],
    }
    const edged = {
      productType: 'games',
      subType: 'theoretical',
      percentage: 35,
      edges: [{ gameGroup: 'slots', percentage: 3.71 }],
      edge: 2,
    }
    const capped = {
      productType: 'games',
      subType: 'ngr',
      playerCeiling: 'deposits',
      deductions: [{ kind: 'providerFee', percentage: 15, of: 'ggr', gameGroup: 'slots' }],
    }
    for (const terms of [bound, gated, edged, capped]) {
      const { id } = await buildReward(office.root, terms)
      expect((await office.root.get(`/api/reward/${id}`)).body).toMatchObject(terms)
    }
    const refused = async (terms: object) => {
      const { status, body } = await office.root.post('/api/reward', { name: 'Refused', ...terms })
      return [status, ...Object.keys(body.errors).sort()]
    }
    expect(await refused({ ...gated, tiers: [{ from: 10, percentage: 35, alsoAmount: 20 }] })).toEqual([
      400,
      'tiers.0.alsoFact',
    ])
    expect(await refused({ ...edged, calculation: 'fixed', edges: [], edge: null })).toEqual([400, 'edge'])
    expect(await refused({ ...edged, calculation: 'fixed', subType: 'ggr' })).toEqual([400, 'edge', 'edges'])
    expect(
      await refused({ ...capped, calculation: 'fixed', percentage: 30, playerCeiling: 'amount', quarantineAbove: 5 }),
    ).toEqual([400, 'playerCeilingAmount'])
    expect(await refused({ ...capped, calculation: 'fixed', percentage: 30, leavesAfterDays: 9 })).toEqual([
      400,
      'deductions.0.gameGroup',
      'playerCeiling',
    ])
    expect(
      await refused({
        ...bound,
        subType: 'player',
        calculation: 'fixed',
        value: 1,
        conditions: [{ fact: 'daysActive', amount: 3, timesOf: 'firstDeposit' }],
        bands: [{ from: 10, percentage: 30, value: 3 }],
        overrides: [{ country: 'BR', value: 60, amount: 50 }],
        minimums: [{ fact: 'barredPlayers', amount: 20, lasts: 'forGood' }],
      }),
    ).toEqual([400, 'bands.0.percentage', 'conditions.0.timesOf', 'minimums', 'minimums.0.lasts', 'overrides.0.fact'])
  })

  it('takes a fee of the games of one group, as the brand tells of them', async () => {
    const terms = {
      productType: 'games',
      subType: 'ggr',
      percentage: 50,
      adminFee: 0,
      triggerCondition: null,
      triggerOperation: null,
      triggerComparison: null,
      deductions: [{ kind: 'providerFee', percentage: 20, gameGroup: 'SLOTS' }],
    }
    const reward = await buildReward(office.root, terms)
    const { affiliate, token, ingest } = await makeProgramme(reward.id, 'games')
    const bet = (amount: number, game_group?: string) => ({
      type: 'bet',
      occurred_at: '2026-08-05T12:00:00-03:00',
      player_ref: 'gamer',
      action_token: token,
      product: 'games',
      amount,
      ...(game_group ? { game_group } : {}),
    })
    const told = await tell(ingest, [bet(100, 'Slots'), bet(50, 'live'), bet(10), bet(1, 'x'.repeat(61))])
    expect([told.accepted, told.rejected[0].code]).toEqual([3, 'invalid_game_group'])
    await closeDays({
      database: office.database,
      environment: { businessTimeZone: 'America/Sao_Paulo' },
      from: '2026-08-01',
      to: '2026-08-31',
      now: () => new Date('2026-11-20T12:00:00Z'),
      log: () => {},
    })
    const filter = encodeURIComponent(JSON.stringify({ affiliate: affiliate.id }))
    const { body: entries } = await office.root.get(`/api/entry?filter=${filter}`)
    // 160 less a fifth of 100, half of it.
    expect(entries.map(({ value }: { value: number }) => value)).toEqual([70])
    const { body } = await office.root.get(`/api/entry/${entries[0].id}/explain`)
    const fee = body.lines[0].after.steps.find(({ kind }: { kind: string }) => kind === 'deduction')
    expect(fee).toMatchObject({ gameGroup: 'SLOTS', base: 100, amount: 20 })
  })

  it('pays whom the brand tells of: in time, at home, not barred; the events say why', async () => {
    const { affiliate, token, ingest, brand } = await makeProgramme((await buildReward(office.root, deal)).id)
    const at = (day: string, time = '12:00:00') => `2026-${day}T${time}-03:00`
    const register = (player_ref: string, country = 'BR') => ({
      type: 'registration',
      occurred_at: at('09-01'),
      player_ref,
      action_token: token,
      country,
    })
    const deposit = (player_ref: string, occurred_at: string) => ({
      type: 'deposit',
      occurred_at,
      player_ref,
      amount: 20,
    })
    const told = await tell(ingest, [
      ...['early', 'last', 'late', 'barred', 'back'].map((name) => register(name)),
      register('abroad', 'PT'),
      deposit('early', at('09-05')),
      deposit('abroad', at('09-05')),
      deposit('barred', at('09-05')),
      deposit('back', at('09-05')),
      deposit('last', at('10-01', '23:59:59')),
      deposit('late', at('10-02', '00:00:00')),
      { type: 'barred', occurred_at: at('09-12', '23:59:59'), player_ref: 'barred', reason: 'self_excluded' },
      { type: 'barred', occurred_at: at('10-20'), player_ref: 'back', reason: 'duplicate' },
      { type: 'barred', occurred_at: at('10-20'), player_ref: 'early' },
      { type: 'barred', occurred_at: at('10-20'), player_ref: 'early', reason: 'bad mood' },
      { type: 'registration', occurred_at: at('10-20'), player_ref: 'early', reason: 'other' },
    ])
    expect([told.accepted, told.rejected.map(({ code }: { code: string }) => code)]).toEqual([
      14,
      ['missing_reason', 'invalid_reason', 'invalid_reason'],
    ])
    await closeDays({
      database: office.database,
      environment: { businessTimeZone: 'America/Sao_Paulo' },
      from: '2026-09-01',
      to: '2026-10-31',
      now: () => new Date('2026-11-20T12:00:00Z'),
      log: () => {},
    })
    const filter = encodeURIComponent(JSON.stringify({ affiliate: affiliate.id }))
    const { body: entries } = await office.root.get(`/api/entry?sort=["day","ASC"]&range=[0,99]&filter=${filter}`)
    const paid = entries.filter(({ value }: { value: number }) => value !== 0)
    expect(paid.map(({ day, value }: { day: string; value: number }) => `${day} ${value}`)).toEqual([
      '2026-09-12 200',
      '2026-10-08 100',
      '2026-10-20 -100',
    ])
    const trace = async (player: string) => {
      const { body } = await office.root.get(`/api/player/qualification?brand=${brand.id}&player_ref=${player}`)
      return body.rules.map(({ outcome }: { outcome: string }) => outcome)
    }
    expect(await trace('barred')).toEqual(['revoked'])
    expect(await trace('back')).toEqual(['revoked'])
    expect(await trace('early')).toEqual(['qualified'])
    expect(await trace('late')).toEqual(['not_reached'])
    expect(await trace('abroad')).toEqual(['not_reached'])
  })
})
