import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildBrand, buildRewardProfile } from '#tests/support/builders.ts'
import { type Client, type Office, openOffice } from '#tests/support/office.ts'

let office: Office
let root: Client
let company: number
beforeAll(async () => {
  office = await openOffice({ now: () => new Date('2026-11-20T12:00:00Z') })
  root = office.root
  company = (await buildBrand(root)).company as number
})
afterAll(() => office.close())

const share = { productType: 'bets', subType: 'ngr', calculation: 'fixed', percentage: 30 }
const perPlayer = { productType: 'cpa', subType: 'player', calculation: 'fixed', value: 100 }
let serial = 0
const make = (values: object) => root.post('/api/reward', { name: `Deal ${(serial += 1)}`, company, ...values })
const read = async (id: number) => (await root.get(`/api/reward/${id}`)).body
const change = async (id: number, values: object) => root.put(`/api/reward/${id}`, values)
const codes = ({ details }: { details?: Record<string, { code: string }[]> }) =>
  Object.fromEntries(
    Object.entries(details ?? {}).map(([field, problems]) => [field, problems.map(({ code }) => code)]),
  )

describe('a reward said in terms', () => {
  const terms = [
    { type: 'cap', key: 'monthly', per: 'month', atMost: 50, beyond: 'later' },
    {
      type: 'milestone',
      key: 'first',
      conditions: [{ fact: 'depositSum', amount: 20, within: 30, unit: 'days', since: 'registration' }],
      countries: 'BR',
    },
    { type: 'hold', days: 7, takenBack: 'barred', within: 60 },
    { type: 'cap', per: 'period', measure: 'money', atMost: 5000 },
    { type: 'minimum', fact: 'depositCount', amount: 1 },
  ]
  it('is answered in them, in their order and with the keys it was given or got, and in flat fields', async () => {
    const { status, body } = await make({ ...perPlayer, terms })
    expect([status, body.code]).toEqual([200, undefined])
    expect(body.terms).toEqual([
      terms[0],
      terms[1],
      { ...terms[2], key: 'hold1' },
      { ...terms[3], key: 'cap1' },
      { ...terms[4], key: 'minimum1' },
    ])
    expect(body).toMatchObject({
      conditions: [{ fact: 'depositSum', amount: 20, within: 30, unit: 'days', since: 'registration', joined: null }],
      countries: 'BR',
      holdDays: 7,
      clawBack: 'barred',
      clawBackDays: 60,
      caps: [{ per: 'month', atMost: 50, beyond: 'later', measure: null }],
      ceiling: 5000,
      minimums: [{ fact: 'depositCount', amount: 1 }],
    })
    expect((await read(body.id)).terms).toEqual(body.terms)
    const listed = await root.get(`/api/reward?filter=${encodeURIComponent(JSON.stringify({ id: [body.id] }))}`)
    expect(listed.body[0].terms).toEqual(body.terms)
  })
  it('is the same reward as one said in flat fields, which is answered in terms, too', async () => {
    const words = { ...share, quarantineAbove: 50_000, quarantineWhen: 'negativeMonth', floor: 10, flatFee: 500 }
    const { body } = await make(words)
    expect(body.terms).toEqual([
      { type: 'quarantine', key: 'quarantine1', above: 50_000, when: 'negativeMonth' },
      { type: 'fixedAmount', key: 'fixedAmount1', how: 'added', amount: 500 },
      { type: 'fixedAmount', key: 'fixedAmount2', how: 'atLeast', amount: 10 },
    ])
    const { id: _, key: __, ...again } = { ...body, name: 'Again' }
    const said = (await make({ ...share, terms: again.terms })).body
    const differing = Object.keys(said).filter(
      (name) =>
        !['id', 'name', 'slug', 'createdAt', 'updatedAt'].includes(name) &&
        JSON.stringify(said[name]) !== JSON.stringify(body[name]),
    )
    expect(differing).toEqual([])
  })
  it('keeps what is not sent, loses what terms leave out, and keeps keys where a term is sent without', async () => {
    const { body } = await make({ ...perPlayer, terms })
    const renamed = (await change(body.id, { name: 'Other name' })).body
    expect(renamed.terms).toEqual(body.terms)
    const { key: _, ...first } = body.terms[0]
    const fewer = (await change(body.id, { terms: [{ ...first, atMost: 40 }, body.terms[2]] })).body
    expect(fewer.terms).toEqual([{ ...body.terms[0], atMost: 40 }, body.terms[2]])
    expect(fewer).toMatchObject({ conditions: [], countries: null, ceiling: null, minimums: [], holdDays: 7 })
    expect((await change(body.id, { terms: [] })).body).toMatchObject({ terms: [], holdDays: null, caps: [] })
  })
  it('takes the record back as it was read with something else, whichever of the two ways was changed', async () => {
    const { body } = await make({ ...perPlayer, terms })
    const { body: byWord } = await change(body.id, { ...body, holdDays: 9 })
    expect(byWord.terms[2]).toEqual({ ...body.terms[2], days: 9 })
    const changed = byWord.terms.map((term: object) => ('days' in term ? { ...term, days: 11 } : term))
    const { body: byTerm } = await change(body.id, { ...byWord, terms: changed })
    expect(byTerm).toMatchObject({ holdDays: 11, version: byWord.version + 1, terms: changed })
    expect((await change(body.id, byTerm)).body.version).toBe(byTerm.version)
  })
  it('is refused where one write says it in both ways', async () => {
    const both = await make({ ...share, quarantineAbove: 50_000, terms: [{ type: 'quarantine', above: 50_000 }] })
    expect([both.status, both.body.code, codes(both.body)]).toEqual([
      400,
      'said_twice',
      { terms: ['said_twice'], quarantineAbove: ['said_twice'] },
    ])
    const { body } = await make({ ...share, flatFee: 5 })
    const changed = await change(body.id, { flatFee: 6, terms: [{ type: 'deduction', kind: 'tax', percentage: 12 }] })
    expect([changed.status, changed.body.code]).toEqual([400, 'said_twice'])
    expect((await read(body.id)).flatFee).toBe(5)
  })
  it('stands beside the tiers of the reward, which are both a field and a term', async () => {
    const tiers = [
      { from: 0, percentage: 20 },
      { from: 1000, percentage: 25 },
    ]
    const { body } = await make({
      ...share,
      calculation: 'dynamic',
      tiers,
      terms: [{ type: 'deduction', kind: 'tax', percentage: 12 }],
    })
    expect(body.terms).toMatchObject([
      { type: 'deduction' },
      { type: 'tiers', over: 'affiliate', mode: 'marginal', rows: tiers },
    ])
    const decided = [{ type: 'tiers', by: 'firstDeposits', rows: [{ from: 3, percentage: 35 }] }]
    const { body: by } = await change(body.id, { terms: decided })
    expect(by).toMatchObject({
      tierBase: 'firstDeposits',
      tierMode: 'whole',
      tiers: [{ from: 3, percentage: 35 }],
      deductions: [],
    })
  })
})

describe('a problem of a term', () => {
  const problems = async (values: object, terms: readonly object[]) => {
    const { status, body } = await make({ ...values, terms })
    return [status, codes(body)]
  }
  const tax = { type: 'deduction', kind: 'tax', percentage: 12 }
  it('names the term by its place and the field as the term calls it', async () => {
    expect(
      await problems(perPlayer, [
        { type: 'hold', days: -1 },
        { type: 'cap', per: 'month', atMost: 5, color: 'red' },
        { type: 'wish' },
        { type: 'minimum', fact: 'ngr', amount: 'ten' },
      ]),
    ).toEqual([
      400,
      {
        'terms.0.days': ['too_small'],
        'terms.1.color': ['unknown_property'],
        'terms.2.type': ['invalid_choice'],
        'terms.3.amount': ['invalid_type'],
      },
    ])
  })
  it('names it as well where a rule over several words finds it', async () => {
    expect(
      await problems(perPlayer, [
        { type: 'cap', per: 'month', atMost: 5 },
        { type: 'cap', per: 'day', atMost: 5.5 },
      ]),
    ).toEqual([400, { 'terms.1.atMost': ['too_many_decimals'] }])
    expect(await problems(share, [tax, { type: 'minimum', fact: 'ngr', amount: 5, missed: 'rate' }])).toEqual([
      400,
      { 'terms.1.percentage': ['required'] },
    ])
    expect(
      await problems(perPlayer, [{ type: 'milestone', value: 5, conditions: [{ fact: 'ngr', amount: 5, within: 3 }] }]),
    ).toEqual([400, { 'terms.0.conditions.0.since': ['required'] }])
    expect(await problems(perPlayer, [tax])).toEqual([400, { 'terms.0.type': ['not_applicable'] }])
    expect(
      await problems(share, [
        tax,
        { type: 'specialRate', choose: 'mostSpecific', rows: [{ link: 4711, percentage: 5 }] },
      ]),
    ).toEqual([400, { 'terms.1.rows.0.link': ['invalid_action'] }])
  })
  it('says which two terms exclude each other, and which is there too often', async () => {
    const { body } = await make({
      ...share,
      terms: [
        { type: 'expiry', afterDays: 90 },
        { type: 'quarantine', above: 5 },
      ],
    })
    expect(body.details['terms.1.type']).toEqual([{ code: 'cannot_stand_beside', values: { other: 'expiry' } }])
    expect(
      await problems(perPlayer, [
        { type: 'hold', days: 1 },
        { type: 'hold', days: 2 },
      ]),
    ).toEqual([400, { 'terms.1.type': ['too_many_items'] }])
    expect(
      await problems(share, [{ ...tax, key: 'a' }, { type: 'expiry', key: 'a', afterDays: 9 }, { type: 'quarantine' }]),
    ).toEqual([400, { 'terms.1.key': ['duplicate_items'] }])
    expect(await problems(share, [{ type: 'quarantine' }])).toEqual([400, { 'terms.0.above': ['required'] }])
  })
})

describe('rewards with terms', () => {
  it('are found by a type of theirs, however they were written', async () => {
    const found = async (filter: object) =>
      (await root.get(`/api/reward?filter=${encodeURIComponent(JSON.stringify(filter))}`)).body
    const one = (await make({ ...share, terms: [{ type: 'playerCap', by: 'deposits' }] })).body
    const other = (await make({ ...share, playerCeiling: 'amount', playerCeilingAmount: 5 })).body
    const ids = (await found({ terms_type: 'playerCap' })).map(({ id }: { id: number }) => id)
    expect(ids.toSorted()).toEqual([one.id, other.id].toSorted())
    expect((await found({ terms_type: ['playerCap', 'theoretical'] })).length).toBe(2)
    expect(await found({ terms_type: 'wish' })).toMatchObject({ details: { terms_type: [{ code: 'invalid_choice' }] } })
  })
  it('are logged as they were said, term by term, and in the fields', async () => {
    const { body } = await make({
      ...perPlayer,
      terms: [
        { type: 'hold', days: 3 },
        { type: 'cap', per: 'month', atMost: 5 },
      ],
    })
    await change(body.id, { terms: [{ type: 'hold', key: 'hold1', days: 4 }, body.terms[1]] })
    const filter = encodeURIComponent(
      JSON.stringify({ object: 'reward', objectId: String(body.id), operation: 'update' }),
    )
    const [line] = (await root.get(`/api/activityLog?filter=${filter}`)).body
    expect(line.changes).toEqual([
      { field: 'holdDays', before: 3, after: 4 },
      {
        field: 'terms',
        before: [{ type: 'hold', key: 'hold1', days: 3 }],
        after: [{ type: 'hold', key: 'hold1', days: 4 }],
      },
    ])
  })
  it('have versions from a day to come that are said in terms', async () => {
    const { body } = await make({ ...share, terms: [{ type: 'expiry', afterDays: 90 }] })
    const { status, body: version } = await root.post(`/api/reward/${body.id}/scheduled`, {
      validFrom: '2026-12-01',
      values: { terms: [{ type: 'expiry', afterDays: 60 }] },
    })
    expect([status, version.values.leavesAfterDays]).toEqual([200, 60])
  })
  it('are tried on the past in terms', async () => {
    const { body } = await make({ ...share, terms: [{ type: 'expiry', afterDays: 90 }] })
    const asked = { month: '2026-10', values: { terms: [{ type: 'expiry', afterDays: 0 }] } }
    const { status, body: answer } = await root.post(`/api/reward/${body.id}/what_if`, asked)
    expect([status, codes(answer)]).toEqual([400, { 'terms.0.afterDays': ['too_small'] }])
  })
  it('come out of a file and in again as other rewards, and what the file changed is taken back', async () => {
    const terms = [
      { type: 'deduction', key: 'tax', kind: 'tax', percentage: 12 },
      { type: 'expiry', key: 'expiry1', afterDays: 90 },
    ]
    const { body } = await make({ ...share, terms })
    const filter = encodeURIComponent(JSON.stringify({ id: [body.id] }))
    const { body: file } = await root.get(`/api/reward/export?format=csv&language=en&filter=${filter}`)
    const send = async (text: string) => {
      const { payload } = await office.app.inject({
        method: 'POST',
        url: '/api/reward/import?dryRun=false',
        headers: { authorization: `Bearer ${root.token}`, 'content-type': 'application/octet-stream' },
        payload: Buffer.from(text),
      })
      return JSON.parse(payload)
    }
    const [head, line] = (file as string).trim().split(/\r?\n/) as [string, string]
    const another = line
      .replace(/^[^,;]*/, '')
      .replace(body.name, 'Of a file')
      .replace(body.slug, 'of-a-file')
    expect(await send(`${head}\n${another}`)).toMatchObject({ created: 1, refused: [] })
    const made = encodeURIComponent(JSON.stringify({ slug: 'of-a-file' }))
    const [copy] = (await root.get(`/api/reward?filter=${made}`)).body
    expect(copy.terms).toEqual(terms)
    const changed = await send(`id,terms\n${copy.id},"[{""type"":""expiry"",""afterDays"":60}]"`)
    expect(changed).toMatchObject({ updated: 1, refused: [] })
    expect(await read(copy.id)).toMatchObject({ leavesAfterDays: 60, deductions: [] })
    expect((await root.post(`/api/import/${changed.id}/undo`)).status).toBe(200)
    expect((await read(copy.id)).terms).toEqual(terms)
  })
})

describe('/openapi.json', () => {
  it('describes terms by their type, and marks the flat fields as going', async () => {
    const { body } = await office.nobody.get('/openapi.json')
    const { schema } = body.paths['/api/reward'].post.requestBody.content['application/json']
    const { items } = schema.properties.terms
    expect(items.discriminator).toEqual({ propertyName: 'type' })
    expect(items.oneOf.map(({ properties }: any) => properties.type.enum[0]).toSorted()).toEqual(
      [
        'cap deduction expiry fixedAmount hold hybrid milestone minimum playerCap quarantine specialRate theoretical tiers',
      ]
        .join()
        .split(' '),
    )
    const going = Object.keys(schema.properties).filter((name) => schema.properties[name].deprecated)
    expect(going).toHaveLength(45)
    expect(going).not.toContain('tiers')
  })
})

describe('a profile', () => {
  it('says carry-over and referrals in terms', async () => {
    const profile = await buildRewardProfile(root, { carryOver: 'full' })
    const terms = [
      { type: 'carry', months: 3, against: 'brand' },
      { type: 'referral', level: 1, percentage: 5 },
    ]
    const { body } = await root.put(`/api/rewardProfile/${profile.id}`, { terms })
    expect(body).toMatchObject({
      terms: [
        { ...terms[0], key: 'carry1' },
        { ...terms[1], key: 'referral1' },
      ],
      carryMonths: 3,
      fence: 'brand',
      referralShares: [{ level: 1, percentage: 5 }],
    })
  })
})
