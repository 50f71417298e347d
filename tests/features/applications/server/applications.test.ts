import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { retention } from '#features/compliance/server/retention.ts'
import {
  build,
  buildAffiliate,
  buildAffiliateSite,
  buildApplication,
  type BuiltRecord,
  buildBrand,
  buildCompany,
  buildReward,
  buildRewardProfile,
  buildStaff,
  builtPassword,
  uniqueCpf,
} from '#tests/support/builders.ts'
import { type Client, clientOf, type Office, openOffice } from '#tests/support/office.ts'

let office: Office
let now = new Date()
let brand: BuiltRecord
let rewardProfile: BuiltRecord
let terms: BuiltRecord
let staff: Client

beforeAll(async () => {
  // Each test sends from a network of its own, as applicants do.
  office = await openOffice({ now: () => now, variables: { TRUST_PROXY: '1' } })
  const { root } = office
  const company = await buildCompany(root, { name: 'Aurora Group', takesApplications: true })
  brand = await buildBrand(root, { name: 'Aurora', company: company.id })
  const rewards = await Promise.all(
    ['bets', 'games', 'lotto', 'cpa'].map((productType) => buildReward(root, { company: company.id, productType })),
  )
  rewardProfile = await buildRewardProfile(root, { company: company.id, rewards: rewards.map(({ id }) => id) })
  const holdsFrom = now.toISOString().slice(0, 10)
  terms = await build(root, 'terms', { name: 'Terms 1', company: company.id, holdsFrom, text: 'Be honest.' })
  staff = await buildStaff(office.app, root, {
    company: company.id,
    allowedBrands: [brand.id],
    roles: ['home', 'affiliate', 'rewardProfile', 'entryByAffiliate', 'financial'],
  })
})
afterAll(() => office.close())

let lastNumber = 0
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]).toString('base64')
const filled = (values: object = {}) => ({
  name: 'Bea Prado',
  email: `bea${(lastNumber += 1)}@prado.example`,
  phone: '+55 (11) 98765-4321',
  cpf: uniqueCpf(),
  how: 'Reviews of games, 20,000 readers a month.',
  sites: [{ address: 'https://www.prado.example/games/' }],
  language: 'pt',
  terms: terms.id,
  ...values,
})
const send = (body: unknown, slug: unknown = brand.slug) =>
  office.nobody.post(`/api/apply/${slug}`, body, { 'x-forwarded-for': `10.0.${lastNumber % 250}.1` })
/** An application as staff find it. */
async function apply(values: object = {}): Promise<BuiltRecord> {
  const body = filled(values)
  expect([(await send(body)).body, body.email]).toEqual([{ done: true }, body.email])
  const filter = encodeURIComponent(JSON.stringify({ q: body.email }))
  return (await staff.get(`/api/application?filter=${filter}`)).body[0]
}
const decide = (id: number, step: string, body: object, client = staff) =>
  client.post(`/api/application/${id}/${step}`, body)
const tokenOf = (link: string) => link.split('#')[1]!

describe('the public page of a brand', () => {
  test('shows what is applied for, where the company takes applications, and nothing elsewhere', async () => {
    const { status, body } = await office.nobody.get(`/api/apply/${brand.slug}`)
    expect(status).toBe(200)
    expect(body).toEqual({
      brand: 'Aurora',
      company: 'Aurora Group',
      country: 'BR',
      terms: { id: terms.id, name: 'Terms 1', text: 'Be honest.' },
    })
    const closed = await buildBrand(office.root, { company: (await buildCompany(office.root)).id })
    for (const slug of [closed.slug, 'nothing', '%00', "'or-1=1"]) {
      expect([slug, (await office.nobody.get(`/api/apply/${slug}`)).status]).toEqual([slug, expect.any(Number)])
      expect([slug, (await send(filled(), slug)).status]).not.toEqual([slug, 200])
    }
  })

  test('takes an application as it is declared, with documents as a note, and tells nothing of who is known', async () => {
    const files = [{ name: 'licence.png', content: png }]
    const application = await apply({ files })
    expect(application).toMatchObject({
      name: 'Bea Prado',
      brand: brand.id,
      company: brand.company,
      cpf: expect.stringMatching(/^\d{11}$/),
      sites: [{ address: 'https://prado.example/games' }],
      state: 'new',
      waitsSince: expect.any(String),
      affiliate: null,
    })
    const { body } = await staff.get(`/api/application/${application.id}/note`)
    expect(body.notes).toMatchObject([{ files: [{ name: 'licence.png' }] }])
    const known = await buildAffiliate(office.root, { brands: [brand.id], company: brand.company })
    const again = await send(filled({ email: known.email }))
    expect([again.status, again.body]).toEqual([200, { done: true }])
  })

  test('refuses what is not declared, each with its field, and writes nothing', async () => {
    const before = await sql<{ count: number }>`select count(*) as count from application`.execute(office.database.db)
    const wrong: readonly (readonly [object, string])[] = [
      [{ email: 'no address' }, 'email'],
      [{ cpf: '11111111111' }, 'cpf'],
      [{ phone: 'call me' }, 'phone'],
      [{ name: '' }, 'name'],
      [{ name: 'x'.repeat(121) }, 'name'],
      [{ how: { a: 1 } }, 'how'],
      [{ terms: null }, 'terms'],
      [{ terms: terms.id + 1 }, 'terms'],
      [{ state: 'approved' }, 'state'],
      [{ company: 1 }, 'company'],
      [{ affiliate: 1 }, 'affiliate'],
      [{ sites: [{ address: 'javascript:alert(1)' }] }, 'sites'],
      [{ sites: Array.from({ length: 11 }, () => ({ address: 'https://a.example' })) }, 'sites'],
      [{ files: [{ name: 'a.png', content: Buffer.from('<script>').toString('base64') }] }, 'files'],
      [{ files: Array.from({ length: 5 }, () => ({ name: 'a.png', content: png })) }, 'files'],
      [{ files: [{ name: 'a.png', content: '***' }] }, 'files'],
      [{ name: 'half \ud800' }, 'name'],
      [{ name: 'nul \u0000' }, 'name'],
    ]
    for (const [values, field] of wrong) {
      const { status, body } = await send(filled(values))
      const named = Object.keys(body.errors ?? {}).map((name) => name.split('.')[0])
      expect([values, status, named]).toEqual([values, 400, expect.arrayContaining([field])])
    }
    for (const body of [null, [], 'text', 7]) expect((await send(body)).status).toBeGreaterThanOrEqual(400)
    const after = await sql<{ count: number }>`select count(*) as count from application`.execute(office.database.db)
    expect(after.rows).toEqual(before.rows)
  })

  test('thanks a program that fills in what nobody sees, and keeps nothing', async () => {
    const body = filled({ homepage: 'https://spam.example' })
    expect((await send(body)).body).toEqual({ done: true })
    const { rows } = await sql`select from application where email = ${body.email}`.execute(office.database.db)
    expect(rows).toEqual([])
  })

  test('takes any number with one address of mail, which may be somebody else’s, and thirty an hour from one network', async () => {
    const email = 'often@prado.example'
    const statuses = []
    for (let turn = 0; turn < 4; turn += 1) statuses.push((await send(filled({ email }))).status)
    expect(statuses).toEqual([200, 200, 200, 200])
    const fromOne = () =>
      office.nobody.post(`/api/apply/${brand.slug}`, filled({ name: '' }), { 'x-forwarded-for': '10.9.9.9' })
    for (let turn = 0; turn < 30; turn += 1) expect((await fromOne()).status).toBe(400)
    const { status, headers } = await fromOne()
    expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true])
  })
})

describe('staff', () => {
  test('are shown who says the same already, of those whom they see', async () => {
    const known = await buildAffiliate(office.root, { name: 'Known', brands: [brand.id], company: brand.company })
    const earlier = await apply({ email: known.email, phone: '+55 21 2222-3333', sites: [{ address: 'same.example' }] })
    const later = await apply({
      cpf: (await office.root.get(`/api/affiliate/${known.id}`)).body.cpf,
      phone: '(55) 21 22223333',
      sites: [{ address: 'http://www.same.example/?utm=1' }],
    })
    const abroad = await buildApplication(office.root, { email: later.email })
    const { body } = await staff.get(`/api/application/${later.id}/duplicates`)
    expect(body).toEqual([
      { object: 'affiliate', id: known.id, name: 'Known', state: null, on: ['cpf'] },
      { object: 'application', id: earlier.id, name: 'Bea Prado', state: 'new', on: ['phone', 'site'] },
    ])
    expect((await staff.get(`/api/application/${abroad.id}/duplicates`)).status).toBe(404)
    expect((await decide(abroad.id, 'refuse', { reason: 'Not ours' })).status).toBe(404)
    expect((await decide(later.id, 'refuse', { reason: 'Nobody' }, office.nobody)).status).toBe(401)
  })

  test('are shown which affiliates declared a site of the same host, or the same profile elsewhere', async () => {
    const known = async (name: string, sites: readonly object[], brands = [brand]) => {
      const { company } = brands[0]!
      const affiliate = await buildAffiliate(office.root, { name, brands: brands.map(({ id }) => id), company })
      for (const site of sites) await buildAffiliateSite(office.root, { affiliate: affiliate.id, ...site })
      return affiliate.id
    }
    const sameHost = await known('Of the host', [{ address: 'https://www.odds.example:8443/blog', kind: 'blog' }])
    const profile = await known('Profile', [{ address: 'https://videos.example/@nina', kind: 'videoChannel' }])
    await known('Another profile', [{ address: 'https://videos.example/@olga', kind: 'videoChannel' }])
    await known('Longer', [{ address: 'https://myodds.example' }, { address: 'https://odds.example.net' }])
    await known('Below', [{ address: 'https://sub.odds.example' }])
    await known('Abroad', [{ address: 'https://odds.example' }], [await buildBrand(office.root)])
    const applied = await apply({
      sites: [{ address: 'http://ODDS.example./tips?utm=1' }, { address: 'https://videos.example/@nina/' }],
    })
    const { body } = await staff.get(`/api/application/${applied.id}/duplicates`)
    expect(body.filter(({ object }: { object: string }) => object === 'affiliate')).toEqual([
      { object: 'affiliate', id: sameHost, name: 'Of the host', state: null, on: ['site'] },
      { object: 'affiliate', id: profile, name: 'Profile', state: null, on: ['site'] },
    ])
  })

  test('ask back, and the applicant answers once by the private link', async () => {
    const application = await apply()
    const asked = await decide(application.id, 'ask', { question: 'Which licence do you have?' })
    expect(asked.body).toMatchObject({
      affiliate: null,
      isMailed: null,
      link: expect.stringMatching(/\/application#ap_/),
    })
    const token = tokenOf(asked.body.link)
    const { body: read } = await office.nobody.post('/api/apply/link/read', { token })
    expect(read).toEqual({ name: 'Bea Prado', brand: 'Aurora', question: 'Which licence do you have?' })
    const answer = { token, answer: 'MGA/123', files: [{ name: 'licence.png', content: png }] }
    expect((await office.nobody.post('/api/apply/link/answer', { ...answer, answer: '' })).status).toBe(400)
    expect((await office.nobody.post('/api/apply/link/answer', answer)).body).toEqual({ done: true })
    expect((await office.nobody.post('/api/apply/link/answer', answer)).body.code).toBe('invitation_over')
    expect((await office.nobody.post('/api/apply/link/read', { token: 'ap_made-up-and-long-enough' })).body.code).toBe(
      'invitation_over',
    )
    expect((await staff.get(`/api/application/${application.id}`)).body).toMatchObject({ state: 'new' })
    const { body } = await staff.get(`/api/application/${application.id}/note`)
    expect(body.notes).toMatchObject([{ text: 'MGA/123', files: [{ name: 'licence.png' }] }])
  })

  test('refuse for a reason that the applicant does not read, once', async () => {
    const application = await apply()
    const { body: asked } = await decide(application.id, 'ask', { question: 'Who are you?' })
    expect((await decide(application.id, 'refuse', { reason: '' })).status).toBe(400)
    expect((await decide(application.id, 'refuse', { reason: 'No traffic' })).body).toMatchObject({ link: null })
    expect((await staff.get(`/api/application/${application.id}`)).body).toMatchObject({
      state: 'refused',
      reason: 'No traffic',
      decidedBy: expect.stringContaining('@'),
    })
    expect((await decide(application.id, 'approve', { rewardProfile: rewardProfile.id })).body.code).toBe(
      'application_decided',
    )
    const link = { token: tokenOf(asked.link) }
    expect((await office.nobody.post('/api/apply/link/read', link)).body.code).toBe('invitation_over')
  })

  test('approve: the affiliate is there with what was declared, its acceptance, and the way in, all or nothing', async () => {
    const application = await apply()
    const wrong = await decide(application.id, 'approve', { rewardProfile: 999_999 })
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([400, ['rewardProfile']])
    expect((await staff.get(`/api/application/${application.id}`)).body.state).toBe('new')
    const [one, other] = await Promise.all(
      [1, 2].map(() => decide(application.id, 'approve', { rewardProfile: rewardProfile.id })),
    )
    expect([one!.status, other!.status].toSorted()).toEqual([200, 409])
    const { body } = [one!, other!].find(({ status }) => status === 200)!
    expect((await office.root.get(`/api/affiliate/${body.affiliate}`)).body).toMatchObject({
      name: 'Bea Prado',
      email: application.email,
      documentType: 'cpf',
      brands: [brand.id],
      company: brand.company,
      rewardProfile: rewardProfile.id,
      language: 'pt',
    })
    // What it became is no duplicate of it.
    expect((await staff.get(`/api/application/${application.id}/duplicates`)).body).not.toContainEqual(
      expect.objectContaining({ object: 'affiliate', id: body.affiliate }),
    )
    const filter = encodeURIComponent(JSON.stringify({ affiliate: [body.affiliate] }))
    expect((await office.root.get(`/api/termsAcceptance?filter=${filter}`)).body).toMatchObject([{ terms: terms.id }])
    expect((await office.root.get(`/api/affiliateSite?filter=${filter}`)).body).toMatchObject([
      { address: 'https://prado.example/games', state: 'waiting' },
    ])
    const accepted = { token: tokenOf(body.link), password: builtPassword, passwordConfirmation: builtPassword }
    expect((await office.nobody.post('/api/invitation/accept', accepted)).status).toBe(200)
    const { body: session } = await office.nobody.post('/login', { email: application.email, password: builtPassword })
    const own = clientOf(office.app, session.accessToken)
    expect((await own.get('/api/me')).body).toMatchObject({ affiliate: body.affiliate })
    expect((await own.get('/api/application')).status).toBe(403)
    const { rows } = await sql<{ operation: string }>`select operation from activity_log
      where object = 'application' and object_id = ${String(application.id)} order by id`.execute(office.database.db)
    expect(rows.map(({ operation }) => operation)).toEqual(['create', 'approveApplication'])
  })

  test('find them in the inbox since they wait, and not without the right to make affiliates', async () => {
    const application = await apply()
    const { body } = await staff.get('/api/dashboard/inbox')
    const item = body.items.find(({ kind }: { kind: string }) => kind === 'applications')
    expect(item).toMatchObject({ count: expect.any(Number), since: expect.any(String) })
    await decide(application.id, 'refuse', { reason: 'Counted' })
    const { body: after } = await staff.get('/api/dashboard/inbox')
    const left = after.items.find(({ kind }: { kind: string }) => kind === 'applications')
    expect(left?.count ?? 0).toBe(item.count - 1)
    const others = await buildStaff(office.app, office.root, {
      company: brand.company,
      allowedBrands: [brand.id],
      roles: ['home', 'campaign'],
    })
    expect(JSON.stringify((await others.get('/api/dashboard/inbox')).body)).not.toContain('applications')
    expect((await others.get('/api/application')).status).toBe(403)
  })

  test('have their systems told', async () => {
    await build(office.root, 'signalTarget', {
      name: 'CRM',
      company: brand.company,
      kind: 'webhook',
      address: 'https://crm.example/hooks',
      signals: ['application'],
      brands: [brand.id],
    })
    const application = await apply()
    await decide(application.id, 'refuse', { reason: 'Told' })
    const { rows } = await sql<{ data: object }>`select data from signal
      where name = 'application' and order_key = ${`application ${application.id}`} order by id`.execute(
      office.database.db,
    )
    expect(rows.map(({ data }) => data)).toMatchObject([
      { id: application.id, brand: brand.id, state: 'new' },
      { id: application.id, brand: brand.id, state: 'refused' },
    ])
    expect(JSON.stringify(rows)).not.toContain(String(application.email))
  })

  test('forget who was refused a year ago, documents included', async () => {
    const application = await apply({ files: [{ name: 'licence.png', content: png }] })
    await decide(application.id, 'refuse', { reason: 'No traffic' })
    await sql`update application set updated_at = now() - interval '13 months' where id = ${application.id}`.execute(
      office.database.db,
    )
    const { database, environment } = office
    const context = { database, environment, now: () => now }
    await retention.run({ context, signal: AbortSignal.timeout(10_000), progress: () => {}, log: () => {}, input: {} })
    const { body } = await office.root.get(`/api/application/${application.id}`)
    expect(body).toMatchObject({ name: `#${application.id}`, state: 'refused', brand: brand.id, sites: [] })
    for (const field of ['email', 'phone', 'cpf', 'how', 'reason']) expect([field, body[field]]).toEqual([field, null])
    const { rows } = await sql`select from note_file join note on note.id = note_file.note
      where note.object = 'application' and note.record = ${application.id}`.execute(office.database.db)
    expect(rows).toEqual([])
  })
})

describe('an application from abroad', () => {
  test('gives a tax number of its country in place of a CPF, and becomes an affiliate that lacks its account', async () => {
    const abroad = { cpf: undefined, country: 'PT', taxNumber: '501 964 843' }
    expect((await send(filled({ ...abroad, taxNumber: undefined }))).body.errors).toEqual({
      taxNumber: 'Must be filled in',
    })
    expect(Object.keys((await send(filled({ ...abroad, taxNumber: '501964844' }))).body.errors)).toEqual(['taxNumber'])
    expect(Object.keys((await send(filled({ cpf: undefined }))).body.errors)).toEqual(['cpf'])
    const application = await apply(abroad)
    expect(application).toMatchObject({ country: 'PT', taxNumber: '501964843', cpf: null })
    const approved = await decide(application.id, 'approve', { rewardProfile: rewardProfile.id, invites: false })
    expect(approved.status).toBe(200)
    const { body } = await staff.get(`/api/affiliate/${approved.body.affiliate}`)
    expect(body).toMatchObject({
      country: 'PT',
      taxNumber: '501964843',
      documentType: 'email',
      document: application.email,
      isComplete: false,
    })
  })
})
