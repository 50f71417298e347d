import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dailyClose } from '#app/server/jobs/close.ts'
import {
  buildAction,
  buildAffiliate,
  buildBrand,
  buildCampaign,
  buildCompany,
  buildReward,
  buildRewardProfile,
  buildStaff,
} from '#tests/support/builders.ts'
import { type Client, clientOf, type Office, openOffice, rootCredentials, signInAs } from '#tests/support/office.ts'

/** One office in UTC: a company of São Paulo, one of Malta, and one that names no zone. */
let office: Office
let root: Client
let now = new Date('2026-11-12T12:00:00Z')
beforeAll(async () => {
  office = await openOffice({ now: () => now })
  root = office.root
})
afterAll(() => office.close())

const goTo = async (moment: string) => {
  now = new Date(moment)
  root = await signInAs(office.app, rootCredentials)
}
const contextOf = () => ({ database: office.database, environment: office.environment, now: () => now })
const closeAll = () =>
  dailyClose.run({
    context: contextOf(),
    input: {},
    signal: new AbortController().signal,
    progress: () => {},
    log: () => {},
  })

let serial = 0
/** A company with an affiliate that earns 30 % of what players lose at bets. */
async function place(timeZone: string | null) {
  const company = await buildCompany(root, { timeZone })
  const brand = await buildBrand(root, { company: company.id, currency: 'BRL' })
  const rewards: number[] = []
  for (const productType of ['bets', 'games', 'lotto'])
    rewards.push(
      (await buildReward(root, { company: company.id, productType, subType: 'ngr', percentage: 30, adminFee: 0 })).id,
    )
  rewards.push((await buildReward(root, { company: company.id, productType: 'cpa' })).id)
  const profile = await buildRewardProfile(root, { company: company.id, rewards })
  const affiliate = await buildAffiliate(root, { company: company.id, brands: [brand.id], rewardProfile: profile.id })
  const campaign = await buildCampaign(root, { brand: brand.id })
  const action = await buildAction(root, { campaign: campaign.id, affiliate: affiliate.id })
  const { key } = (await root.post(`/api/brand/${brand.id}/ingest_key`)).body
  const bet = async (occurred_at: string, amount: number) => {
    const event = { event_id: `z-${(serial += 1)}`, type: 'bet', occurred_at, product: 'bets', player_ref: 'p' }
    const told = { ...event, action_token: action['token'], amount, currency: 'BRL' }
    const { body } = await clientOf(office.app, key).post('/ingest/events', [told])
    expect(body).toMatchObject({ accepted: 1 })
  }
  const entries = async (): Promise<string[]> => {
    const filter = encodeURIComponent(JSON.stringify({ affiliate: affiliate.id }))
    const { body } = await root.get(`/api/entry?range=[0,99]&sort=["day","ASC"]&filter=${filter}`)
    return body.map(({ day, value }: { day: string; value: number }) => `${day} ${value}`)
  }
  return { company, brand, affiliate, bet, entries }
}
const changeZone = async (company: number, timeZone: string | null) => {
  const { body } = await root.get(`/api/company/${company}`)
  return root.put(`/api/company/${company}`, { ...body, timeZone })
}

describe('companies in several zones', () => {
  it('book one moment on the day that each of them has', async () => {
    await goTo('2026-11-12T12:00:00Z')
    const [saoPaulo, malta, other] = [await place('America/Sao_Paulo'), await place('Europe/Malta'), await place(null)]
    for (const { bet } of [saoPaulo, malta, other]) {
      await bet('2026-11-10T23:30:00Z', 100)
      await bet('2026-11-11T02:00:00Z', 200)
    }
    await closeAll()
    expect(await saoPaulo.entries()).toEqual(['2026-11-10 90'])
    expect(await malta.entries()).toEqual(['2026-11-11 90'])
    expect(await other.entries()).toEqual(['2026-11-10 30', '2026-11-11 60'])
  })

  it('have days of 25 hours where clocks go back, and months that begin at their own midnight', async () => {
    await goTo('2026-11-12T12:00:00Z')
    const { bet, entries } = await place('Europe/Malta')
    await bet('2026-10-24T21:59:59Z', 10)
    await bet('2026-10-24T22:00:00Z', 100)
    await bet('2026-10-25T22:59:59Z', 200)
    await bet('2026-10-25T23:00:00Z', 1000)
    await bet('2026-10-31T22:59:59Z', 2000)
    await bet('2026-10-31T23:00:00Z', 3000)
    await closeAll()
    expect(await entries()).toEqual([
      '2026-10-24 3',
      '2026-10-25 90',
      '2026-10-26 300',
      '2026-10-31 600',
      '2026-11-01 900',
    ])
  })

  it('are closed once their own day is over, whoever is ahead or behind', async () => {
    await goTo('2026-11-20T12:00:00Z')
    const [saoPaulo, malta] = [await place('America/Sao_Paulo'), await place('Europe/Malta')]
    // 21 November has begun in Malta; in São Paulo it is the evening of the 20th.
    await goTo('2026-11-20T23:20:00Z')
    await saoPaulo.bet('2026-11-20T15:00:00Z', 100)
    await malta.bet('2026-11-20T15:00:00Z', 100)
    await closeAll()
    expect(await malta.entries()).toEqual(['2026-11-20 30'])
    await saoPaulo.bet('2026-11-20T23:19:00Z', 200)
    await goTo('2026-11-21T03:20:00Z')
    await closeAll()
    expect(await saoPaulo.entries()).toEqual(['2026-11-20 90'])
  })

  it('date what is late for a paid day by their own clock', async () => {
    await goTo('2026-11-14T12:00:00Z')
    const [saoPaulo, malta] = [await place('America/Sao_Paulo'), await place('Europe/Malta')]
    for (const { bet } of [saoPaulo, malta]) await bet('2026-11-13T12:00:00Z', 100)
    await closeAll()
    for (const { affiliate } of [saoPaulo, malta]) {
      const paid = await root.post(`/api/payment/affiliate/${affiliate.id}/manual`, {
        currency: 'BRL',
        paidAt: '2026-11-14',
        reference: 'R',
      })
      expect(paid.status).toBe(200)
    }
    await goTo('2026-11-14T23:30:00Z')
    for (const { bet } of [saoPaulo, malta]) await bet('2026-11-13T13:00:00Z', 100)
    await closeAll()
    expect(await saoPaulo.entries()).toEqual(['2026-11-13 30', '2026-11-14 30'])
    expect(await malta.entries()).toEqual(['2026-11-13 30', '2026-11-15 30'])
  })
})

describe('a change of a company’s zone', () => {
  it('holds for what happens from then on; what was written and paid keeps its day', async () => {
    await goTo('2026-11-12T12:00:00Z')
    const { company, affiliate, bet, entries } = await place('Europe/Malta')
    await bet('2026-11-10T23:30:00Z', 100)
    await closeAll()
    const paid = await root.post(`/api/payment/affiliate/${affiliate.id}/manual`, {
      currency: 'BRL',
      paidAt: '2026-11-11T23:30:00Z',
      reference: 'R',
    })
    expect(paid.status).toBe(200)
    const statement = async () => {
      const { body } = await root.get(
        `/api/statement/affiliate/${affiliate.id}?from=2026-11-01&to=2026-11-30&currency=BRL`,
      )
      return body.payments.map(({ day }: { day: string }) => day)
    }
    expect(await statement()).toEqual(['2026-11-12'])
    expect((await changeZone(company.id, 'America/Sao_Paulo')).status).toBe(200)
    expect(await statement()).toEqual(['2026-11-12'])
    await goTo('2026-11-15T12:00:00Z')
    await bet('2026-11-14T02:00:00Z', 200)
    await closeAll()
    expect(await entries()).toEqual(['2026-11-11 30', '2026-11-13 60'])
    const day = sql<{ day: string }>`select distinct day::text as day from posting where payment is not null`
    expect((await day.execute(office.database.db)).rows).toContainEqual({ day: '2026-11-12' })
  })

  it.each(['Mars/Phobos', '+02:00', 'GMT+3', 'Europe'])('is refused to %s', async (timeZone) => {
    const { id } = await buildCompany(root)
    const { status, body } = await changeZone(id, timeZone)
    expect([status, body.errors.timeZone.code ?? body.errors.timeZone]).toEqual([
      400,
      expect.stringMatching(/time_zone|time zone/),
    ])
  })

  it('takes a name as people write it', async () => {
    const { id } = await buildCompany(root)
    expect((await changeZone(id, ' europe/malta ')).body.timeZone).toBe('Europe/Malta')
    expect((await changeZone(id, '')).body.timeZone).toBeNull()
  })
})

describe('people of a company with a zone', () => {
  it('are told it with their session, and read by it', async () => {
    await goTo('2026-11-30T23:30:00Z')
    const { company, brand } = await place('Europe/Malta')
    const staff = await buildStaff(office.app, root, {
      company: company.id,
      allowedBrands: [brand.id],
      roles: ['home'],
    })
    const me = await staff.get('/api/me')
    expect(me.body.company).toMatchObject({ timeZone: 'Europe/Malta' })
    const { body } = await staff.get('/api/report/dashboard')
    expect(body).toMatchObject({ from: '2026-11-01', to: '2026-11-30', zone: 'Europe/Malta' })
    expect((await root.get('/api/report/dashboard')).body).toMatchObject({ to: '2026-11-29', zone: 'UTC' })
  })
})
