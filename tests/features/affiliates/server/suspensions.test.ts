import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  buildAccessKey,
  buildAction,
  buildAffiliate,
  buildBrand,
  buildCampaign,
  buildCompany,
  type BuiltRecord,
  buildPartner,
  buildStaff,
  uniqueCpf,
} from '#tests/support/builders.ts'
import { type Client, clientOf, type Office, openOffice } from '#tests/support/office.ts'
import { openPerson } from '#tests/support/person.ts'

type Kind = 'affiliate' | 'action' | 'campaign' | 'partner'

let office: Office
let brand: BuiltRecord
let key: string
let now = new Date('2026-11-20T12:00:00Z')
let records: Readonly<Record<Kind, BuiltRecord>>
beforeAll(async () => {
  office = await openOffice({ now: () => now })
  brand = await buildBrand(office.root, { site: 'https://brand.example/' })
  key = (await office.root.post(`/api/brand/${brand.id}/ingest_key`)).body.key
})
afterAll(() => office.close())
beforeEach(async () => {
  const partner = await buildPartner(office.root, { company: brand.company })
  const affiliate = await buildAffiliate(office.root, {
    company: brand.company,
    brands: [brand.id],
    partner: partner.id,
  })
  const campaign = await buildCampaign(office.root, { brand: brand.id })
  const action = await buildAction(office.root, { campaign: campaign.id, affiliate: affiliate.id })
  records = { partner, affiliate, campaign, action }
})

const change = async (kind: Kind, values: object) => {
  const { body } = await office.root.get(`/api/${kind}/${records[kind].id}`)
  return office.root.put(`/api/${kind}/${body.id}`, { ...body, ...values })
}
const later = () => (now = new Date(now.getTime() + 60_000))
const suspend = (kind: Kind, client: Client = office.root) =>
  client.post(`/api/${kind}/${records[kind].id}/suspend`, { reason: 'Brand bidding' })
const resume = (kind: Kind, client: Client = office.root) =>
  client.post(`/api/${kind}/${records[kind].id}/resume`, { reason: 'Explained' })
const leadsTo = async () => new URL((await office.app.inject(`/t/${String(records.action.token)}`)).headers.location!)
let last = 0
/** Tells of an event now. @returns why it belongs to nobody; null where it belongs to the link */
async function tell(values: object): Promise<string | null> {
  const event = { event_id: `s${(last += 1)}`, occurred_at: now.toISOString(), ...values }
  const { status } = await office.app
    .inject({
      method: 'POST',
      url: '/ingest/events',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      payload: JSON.stringify([event]),
    })
    .then(({ statusCode }) => ({ status: statusCode }))
  expect(status).toBe(200)
  const { rows } = await sql<{ unattributed: string | null }>`select unattributed from event
    where event_id = ${event.event_id}`.execute(office.database.db)
  return rows[0]!.unattributed
}
const registers = (player: string) =>
  tell({ type: 'registration', player_ref: player, action_token: records.action.token })
const deposits = (player: string) => tell({ type: 'deposit', player_ref: player, amount: 10, currency: 'BRL' })

describe.each(['affiliate', 'action', 'campaign', 'partner'] as const)('a suspended %s', (kind) => {
  it('leads players on without the tag and counts nothing until it is resumed', async () => {
    const player = `p-${kind}`
    expect(await registers(player)).toBeNull()
    later()
    const { status, body } = await suspend(kind)
    expect([status, body.isSuspended, body.suspensions[0].reason]).toEqual([200, true, 'Brand bidding'])
    expect((await leadsTo()).href).toBe('https://brand.example/')
    expect([await registers(`${player}-2`), await deposits(player)]).toEqual(['suspended', 'suspended'])
    await office.app.flushClicks!()
    const clicks = await sql`select from click where action = ${records.action.id}`.execute(office.database.db)
    expect(clicks.rows).toHaveLength(0)

    later()
    expect((await resume(kind)).body.isSuspended).toBe(false)
    expect([...(await leadsTo()).searchParams.keys()]).toContain('click_id')
    expect(await deposits(player)).toBeNull()
    // What happened meanwhile stays with nobody, however often it is tried again.
    const { body: again } = await office.root.post('/api/event/reattribute', { brand: brand.id })
    expect(again.attributed).toBe(0)
  })

  it('is suspended once, and resumed only while it is', async () => {
    expect((await resume(kind)).body.code).toBe('not_suspended')
    expect((await suspend(kind)).status).toBe(200)
    expect([(await suspend(kind)).status, (await suspend(kind)).body.code]).toEqual([409, 'already_suspended'])
    expect((await office.root.post(`/api/${kind}/${records[kind].id}/suspend`, {})).status).toBe(400)
  })

  it('is told from others in lists, and found by that', async () => {
    const listed = async (isSuspended: boolean) => {
      const filter = encodeURIComponent(JSON.stringify({ id: [records[kind].id], isSuspended }))
      const { status, body } = await office.root.get(`/api/${kind}?filter=${filter}`)
      expect(status).toBe(200)
      return (body as BuiltRecord[]).map((record) => [record.id, record['isSuspended']])
    }
    expect([await listed(false), await listed(true)]).toEqual([[[records[kind].id, false]], []])
    await suspend(kind)
    expect([await listed(false), await listed(true)]).toEqual([[], [[records[kind].id, true]]])
  })

  it('is out of reach for who may not change or see it', async () => {
    const other = await buildBrand(office.root)
    const stranger = await buildStaff(office.app, office.root, {
      company: other.company,
      allowedBrands: [other.id],
      roles: [kind],
    })
    expect([(await suspend(kind, stranger)).status, (await suspend(kind, office.nobody)).status]).toEqual([404, 401])
  })
})

describe('what happened before a suspension', () => {
  it('counts though it is told afterwards', async () => {
    const before = now.toISOString()
    later()
    await suspend('affiliate')
    expect(
      await tell({
        type: 'registration',
        player_ref: 'early',
        action_token: records.action.token,
        occurred_at: before,
      }),
    ).toBeNull()
  })
})

describe('a suspended affiliate', () => {
  const signIn = (token: string) => office.nobody.post('/login/affiliate', { token })

  it('is signed out, and neither its keys nor new ones open anything', async () => {
    const token = await buildAccessKey(office.root, 'affiliate', records.affiliate.id, { scope: 'signIn' })
    const session = clientOf(office.app, (await signIn(token)).body.accessToken)
    expect((await session.get('/api/action')).status).toBe(200)
    await suspend('affiliate')
    expect((await session.get('/api/action')).body.code).toBe('session_expired')
    expect((await signIn(token)).status).toBeGreaterThanOrEqual(400)
    const fresh = await buildAccessKey(office.root, 'affiliate', records.affiliate.id, { scope: 'signIn' })
    expect((await signIn(fresh)).status).toBeGreaterThanOrEqual(400)
    await resume('affiliate')
    expect((await signIn(fresh)).status).toBe(200)
  })

  it('is not paid; another person resumes where money was held', async () => {
    const { affiliate } = records
    const holds = async () =>
      (await office.root.get(`/api/payment/affiliate/${affiliate.id}/holds`)).body.holds.map(
        ({ cause, releasedAt }: { cause: string; releasedAt: string | null }) => [cause, releasedAt === null],
      )
    const [one, other] = [
      await buildStaff(office.app, office.root, {
        company: brand.company,
        allowedBrands: [brand.id],
        roles: ['affiliate', 'financial'],
      }),
      await buildStaff(office.app, office.root, {
        company: brand.company,
        allowedBrands: [brand.id],
        roles: ['affiliate'],
      }),
    ]
    await sql`insert into entry (affiliate, day, value, kind, status, currency)
      values (${affiliate.id}, '2026-11-01', 10, 'commission', 'pending', 'BRL')`.execute(office.database.db)
    await suspend('affiliate', one)
    expect(await holds()).toEqual([['suspended', true]])
    expect((await one.post(`/api/payment/affiliate/${affiliate.id}/release`, { reason: 'x' })).status).toBe(409)
    const refused = await resume('affiliate', one)
    expect([refused.status, refused.body.code]).toEqual([422, 'approver_not_apart'])
    expect((await resume('affiliate', other)).status).toBe(200)
    expect(await holds()).toEqual([['suspended', false]])
  })

  it('whose contract is over leads on without the tag as well', async () => {
    await sql`update affiliate set after_end = 'nothing', ends_on = '2026-11-19' where id = ${records.affiliate.id}`.execute(
      office.database.db,
    )
    expect((await leadsTo()).href).toBe('https://brand.example/')
  })
})

describe('a link or campaign whose last day is over', () => {
  const endsOn = (kind: 'action' | 'campaign', day: string | null) => change(kind, { endsOn: day })

  it.each(['action', 'campaign'] as const)('does what a suspended %s does, from the next day on', async (kind) => {
    const player = `ended-${kind}`
    expect((await endsOn(kind, '2026-11-20')).status).toBe(200)
    expect([...(await leadsTo()).searchParams.keys()]).toContain('click_id')
    expect(await registers(player)).toBeNull()

    expect((await endsOn(kind, '2026-11-19')).body.endsOn).toBe('2026-11-19')
    expect((await leadsTo()).href).toBe('https://brand.example/')
    expect([await registers(`${player}-2`), await deposits(player)]).toEqual(['suspended', 'suspended'])

    expect((await endsOn(kind, null)).status).toBe(200)
    expect([...(await leadsTo()).searchParams.keys()]).toContain('click_id')
    expect(await deposits(player)).toBeNull()
  })

  it('counts to the end of that day in the business time zone', async () => {
    const zoned = await openOffice({ now: () => now, variables: { BUSINESS_TIME_ZONE: 'America/Sao_Paulo' } })
    try {
      const other = await buildBrand(zoned.root, { site: 'https://other.example/' })
      const campaign = await buildCampaign(zoned.root, { brand: other.id })
      const action = await buildAction(zoned.root, { campaign: campaign.id, endsOn: '2026-12-10' })
      const { key: ingest } = (await zoned.root.post(`/api/brand/${other.id}/ingest_key`)).body
      const at = async (moment: string) => {
        const was = now
        now = new Date(moment)
        const { location } = (await zoned.app.inject(`/t/${String(action.token)}`)).headers
        const { body } = await zoned.app.inject({
          method: 'POST',
          url: '/ingest/events',
          headers: { authorization: `Bearer ${ingest}`, 'content-type': 'application/json' },
          payload: JSON.stringify([
            {
              event_id: moment,
              type: 'registration',
              player_ref: moment,
              action_token: action.token,
              occurred_at: moment,
            },
          ]),
        })
        now = was
        return [new URL(location!).searchParams.has('click_id'), JSON.parse(body).unattributed]
      }
      expect(await at('2026-12-11T02:59:00Z')).toEqual([true, 0])
      expect(await at('2026-12-11T03:00:00Z')).toEqual([false, 1])
    } finally {
      await zoned.close()
    }
  })
})

describe('the page that a company chooses for links that are suspended', () => {
  const choose = async (suspendedPage: string | null) => {
    const { body } = await office.root.get(`/api/company/${brand.company}`)
    return office.root.put(`/api/company/${brand.company}`, { ...body, suspendedPage })
  }

  it('is where they lead, without a tag, until there is none', async () => {
    expect((await choose('https://brand.example/parou?por=que')).status).toBe(200)
    await suspend('action')
    expect((await leadsTo()).href).toBe('https://brand.example/parou?por=que')
    await choose(null)
    expect((await leadsTo()).href).toBe('https://brand.example/')
  })

  it('is on a host that links of a brand of it may lead to', async () => {
    const { status, body } = await choose('https://elsewhere.example/')
    expect([status, Object.keys(body.errors)]).toEqual([422, ['suspendedPage']])
  })

  it('is passed over by links of a brand that may not lead there', async () => {
    const second = await buildBrand(office.root, { company: brand.company, site: 'https://second.example/' })
    expect((await choose('https://second.example/parou')).status).toBe(200)
    await suspend('action')
    expect([second.company, (await leadsTo()).href]).toEqual([brand.company, 'https://brand.example/'])
    await choose(null)
  })
})

describe('a ban', () => {
  const ban = (kind: 'affiliate' | 'partner', client: Client = office.root) =>
    client.post(`/api/${kind}/${records[kind].id}/ban`, { reason: 'Fraud' })
  const apply = (values: object) =>
    office.nobody.post(`/api/apply/${String(brand.slug)}`, {
      name: 'Someone',
      email: 'someone@example.test',
      phone: '+55 11 90000-0000',
      cpf: uniqueCpf(),
      how: 'By a blog',
      sites: [],
      ...values,
    })

  beforeAll(async () => {
    const { body } = await office.root.get(`/api/company/${brand.company}`)
    await office.root.put(`/api/company/${brand.company}`, { ...body, takesApplications: true })
  })

  it('suspends, or makes a suspension one for good, once', async () => {
    await suspend('affiliate')
    const { status, body } = await ban('affiliate')
    expect([status, body.isSuspended, body.isBanned]).toEqual([200, true, true])
    expect(
      body.suspensions.map(({ isBan, endedAt }: { isBan: boolean; endedAt: string | null }) => [
        isBan,
        endedAt === null,
      ]),
    ).toEqual([
      [true, true],
      [false, false],
    ])
    expect((await leadsTo()).href).toBe('https://brand.example/')
    expect((await ban('affiliate')).body.code).toBe('already_banned')
    expect((await suspend('affiliate')).body.code).toBe('already_suspended')
    expect((await office.root.post(`/api/action/${records.action.id}/ban`, { reason: 'x' })).status).toBe(404)
  })

  /** One who bans, and another who lifts it. */
  const twoPeople = async () => {
    const of = { company: brand.company, allowedBrands: [brand.id], roles: ['affiliate'] }
    return [await buildStaff(office.app, office.root, of), await buildStaff(office.app, office.root, of)] as const
  }

  it('is lifted by another person than who spoke it, money or none', async () => {
    const [one, other] = await twoPeople()
    expect((await ban('affiliate', one)).status).toBe(200)
    expect((await resume('affiliate', one)).body.code).toBe('approver_not_apart')
    expect((await resume('affiliate', other)).body).toMatchObject({ isSuspended: false, isBanned: false })
  })

  /** The application that came last, as this person finds it, with its lines in the log. */
  const lastApplication = async (client: Client) => {
    const [application] = (await client.get('/api/application?sort=["id","DESC"]&range=[0,0]')).body
    const filter = encodeURIComponent(JSON.stringify({ object: 'application', objectId: application.id }))
    const { body } = await office.root.get(`/api/activityLog?sort=["id","ASC"]&filter=${filter}`)
    return { application, log: body }
  }

  it('refuses applications by e-mail address and document, however they are written, and lets others in', async () => {
    const { affiliate } = records
    const [one, other] = await twoPeople()
    await ban('affiliate', one)
    const cpf = String(affiliate.cpf)
    const dotted = `${cpf.slice(0, 3)}.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-${cpf.slice(9)}`
    for (const values of [
      { email: ` ${String(affiliate.email).toUpperCase()}` },
      { cpf: dotted },
      { cpf: ` ${cpf} ` },
      { cpf: dotted.replaceAll('.', ' ') },
    ]) {
      // As everybody is answered: nobody learns what to change next time.
      expect(await apply(values)).toMatchObject({ status: 200, body: { done: true } })
      const { application, log } = await lastApplication(one)
      expect(application).toMatchObject({ state: 'banned', waitsSince: null, bannedAffiliate: affiliate.id })
      expect(log.map(({ operation, objectId }: BuiltRecord) => [operation, Number(objectId)])).toEqual([
        ['create', application.id],
        ['refuseApplication', application.id],
      ])
      expect(log[1].changes).toEqual([
        { field: 'state', before: 'new', after: 'banned' },
        { field: 'bannedAffiliate', before: null, after: affiliate.id },
      ])
      const decided = await one.post(`/api/application/${application.id}/approve`, {})
      expect(decided.body.code).toBe('application_decided')
    }
    const found = await one.get(`/api/application?filter=${encodeURIComponent('{"state":["banned"]}')}`)
    expect(found.body).toHaveLength(4)
    expect((await apply({})).body).toEqual({ done: true })
    expect((await lastApplication(one)).application).toMatchObject({ state: 'new', bannedAffiliate: null })
    expect((await resume('affiliate', other)).body).toMatchObject({ isBanned: false })
    expect((await apply({ cpf: dotted })).body).toEqual({ done: true })
    expect((await lastApplication(one)).application).toMatchObject({ state: 'new', bannedAffiliate: null })
  })

  it('rejects what it knows in new affiliates, partners and people, and says why to staff', async () => {
    const { company } = brand
    const pays = { paymentType: 'automatic', paymentKeyType: 'email', paymentKey: 'pay@banned.example' }
    const known = await buildAffiliate(office.root, { company, brands: [brand.id], ...pays })
    expect((await office.root.post(`/api/affiliate/${known.id}/ban`, { reason: 'Fraud' })).status).toBe(200)
    const fresh = { company, brands: [brand.id], rewardProfile: known.rewardProfile, name: 'New', documentType: 'cpf' }
    const cpf = uniqueCpf()
    const asNew = await office.root.post('/api/affiliate', {
      ...fresh,
      cpf,
      document: cpf,
      email: 'n@example.test',
      ...pays,
    })
    expect(asNew.body.errors).toEqual({ paymentKey: expect.stringContaining('banned') })
    const asPartner = await change('partner', pays)
    expect(asPartner.body.errors).toEqual({ paymentKey: expect.stringContaining('banned') })
    const person = { name: 'P', email: known.email, affiliate: records.affiliate.id }
    expect((await office.root.post('/api/affiliateUser', person)).body.errors).toEqual({
      email: expect.stringContaining('banned'),
    })
  })

  it.each([
    ['email', 'bento+pix@golpe.example', 'email', 'Bento@GOLPE.example'],
    ['email', 'bento.dolo@gmail.com', 'email', 'bentoDolo@googlemail.com'],
    ['phone', '+5511988776655', 'phone', '(11) 98877-6655'],
    ['phone', '21 97766-5544', 'phone', '+55 21 97766 5544'],
    ['random', '5B1C7A52-0D1E-4C39-9A6E-0F1E2D3C4B5A', 'random', '5b1c7a52-0d1e-4c39-9a6e-0f1e2d3c4b5a'],
  ])('rejects the %s %s as %s %s in the portal, without saying why', async (kind, banned, otherKind, written) => {
    const of = { company: brand.company, brands: [brand.id], paymentType: 'automatic' }
    const cheat = await buildAffiliate(office.root, { ...of, paymentKeyType: kind, paymentKey: banned })
    expect((await office.root.post(`/api/affiliate/${cheat.id}/ban`, { reason: 'Fraud' })).status).toBe(200)
    const friend = await buildAffiliate(office.root, {
      ...of,
      paymentKeyType: 'email',
      paymentKey: 'friend@pays.example',
    })
    const { client: own } = await openPerson(office, friend.id)
    const { version } = (await own.get(`/api/affiliate/${friend.id}`)).body
    const change = { version, paymentKeyType: otherKind, paymentKey: written }
    const { status, body } = await own.put(`/api/affiliate/${friend.id}`, change)
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['paymentKey']])
    expect(JSON.stringify(body)).not.toMatch(/banned/i)
    const same = otherKind === 'phone' ? { phone: written } : otherKind === 'email' ? { email: written } : null
    if (same === null) return
    expect((await apply(same)).body).toEqual({ done: true })
    expect((await lastApplication(office.root)).application).toMatchObject({
      state: 'banned',
      bannedAffiliate: cheat.id,
    })
  })

  it('rejects the key of a banned partner, and nothing in another company', async () => {
    const pays = { paymentType: 'automatic', paymentKeyType: 'email', paymentKey: 'partner@banned.example' }
    await change('partner', pays)
    expect((await ban('partner')).status).toBe(200)
    const here = await change('affiliate', pays)
    expect(here.body.errors).toHaveProperty('paymentKey')
    const elsewhere = await buildBrand(office.root, { company: (await buildCompany(office.root)).id })
    await buildAffiliate(office.root, { company: elsewhere.company, brands: [elsewhere.id], ...pays })
  })

  it('outlives the redaction of the person', async () => {
    await ban('affiliate')
    const { email, id } = records.affiliate
    await sql`update affiliate set email = null, cpf = null, document = null where id = ${id}`.execute(
      office.database.db,
    )
    await apply({ email })
    expect((await lastApplication(office.root)).application).toMatchObject({ state: 'banned', bannedAffiliate: id })
  })

  it('lets the banned record itself be edited', async () => {
    await ban('affiliate')
    const { body } = await office.root.get(`/api/affiliate/${records.affiliate.id}`)
    expect((await office.root.put(`/api/affiliate/${body.id}`, { ...body, email: `x.${body.email}` })).status).toBe(200)
    const again = (await office.root.get(`/api/affiliate/${body.id}`)).body
    expect((await office.root.put(`/api/affiliate/${body.id}`, { ...again, email: body.email })).status).toBe(200)
  })
})
