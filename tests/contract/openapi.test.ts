import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { resources } from '#resources/index.ts'
import { roleKeys } from '#resources/roles.ts'
import { validateRecord } from '#engine/declaration/derive/validator.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { descriptions } from '#app/server/openapi/index.ts'
import { buildAction, buildAffiliate, buildBrand, buildStaff } from '#tests/support/builders.ts'
import { type Office, openOffice } from '#tests/support/office.ts'

interface Operation {
  readonly tags?: readonly string[]
  readonly summary?: string
  readonly operationId?: string
  readonly parameters?: readonly { readonly in: string; readonly name: string }[]
  readonly requestBody?: unknown
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: unknown }>> }>
  >
}

/** Writes whose address says everything. */
const withoutBody = [
  'post /digest/{token}',
  'post /logout',
  'post /api/affiliate/{id}/view',
  'post /api/user/{id}/mfa/unlock',
  'post /api/affiliate/{id}/mfa/unlock',
  'post /api/partner/{id}/mfa/unlock',
  'post /api/affiliateUser/{id}/mfa/unlock',
  'post /api/portal/terms/{id}/accept',
  'post /api/brand/{id}/ingest_key',
  'post /api/brand/{id}/feed/{upload}/import',
  'post /api/me/schedules/{id}/pause',
  'post /api/me/schedules/{id}/resume',
  'post /api/me/downloads/{id}/cancel',
  'post /api/me/downloads/{id}/retry',
  'post /api/signalTarget/{id}/test',
  'post /api/signalTarget/{id}/again',
  'post /api/signalDelivery/{id}/again',
  'post /postback/{brandSlug}',
]

interface Answered {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema; readonly example?: unknown }>>
}

type Schema = Readonly<Record<string, any>>

const typeOf = (value: unknown) =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value

/** What of a value is not as a schema says, by its place; enough of JSON Schema for what is described here. */
function misfit(schema: Schema, value: unknown, at = ''): string[] {
  if (value === undefined) return [`${at}: missing`]
  const alternatives: Schema[] | undefined = schema['anyOf'] ?? schema['oneOf']
  if (alternatives) return alternatives.some((each) => misfit(each, value).length === 0) ? [] : [`${at}: none of all`]
  const type = typeOf(value)
  const types = [schema['type'] ?? []].flat() as string[]
  if (types.length > 0 && !types.includes(type) && !(type === 'integer' && types.includes('number')))
    return [`${at}: ${type}, not ${types.join(' or ')}`]
  if (schema['enum'] && !schema['enum'].includes(value)) return [`${at}: ${String(value)} is none of its choices`]
  if (schema['pattern'] && typeof value === 'string' && !new RegExp(schema['pattern']).test(value))
    return [`${at}: ${value} is of another form`]
  if (Array.isArray(value)) return value.flatMap((each, index) => misfit(schema['items'] ?? {}, each, `${at}.${index}`))
  if (type !== 'object') return []
  const given = value as Readonly<Record<string, unknown>>
  const known = (schema['properties'] ?? {}) as Readonly<Record<string, Schema>>
  const missing = ((schema['required'] ?? []) as string[]).filter((name) => !(name in given))
  const unknown = schema['additionalProperties'] === false ? Object.keys(given).filter((name) => !(name in known)) : []
  return [
    ...missing.map((name) => `${at}.${name}: missing`),
    ...unknown.map((name) => `${at}.${name}: unknown`),
    ...Object.entries(given).flatMap(([name, each]) => (known[name] ? misfit(known[name], each, `${at}.${name}`) : [])),
  ]
}

/** What was sent of a record without what is never read, and without rows, which are read whole. */
const without = (input: object, { fields }: AnyResource) =>
  Object.fromEntries(
    Object.entries(input).filter(([name]) => fields[name] && !['password', 'list'].includes(fields[name].kind)),
  )

let office: Office
let operations: { name: string; path: string; operation: Operation }[]
beforeAll(async () => {
  office = await openOffice()
  const { paths } = (await office.nobody.get('/openapi.json')).body as {
    paths: Record<string, Record<string, Operation>>
  }
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, path, operation })),
  )
})
afterAll(() => office.close())

const namesWhere = (isWrong: (each: (typeof operations)[number]) => boolean) =>
  operations.filter(isWrong).map(({ name }) => name)

describe('/openapi.json', () => {
  test.each([
    '/login',
    '/second_step',
    '/ingest/events',
    '/postback/{brandSlug}',
    '/t/{token}',
    '/payouts/webhook',
    '/health',
    '/api/affiliate',
    '/api/affiliate/export',
    '/api/affiliate/{id}',
    '/api/report/{name}',
    '/api/document_type',
    '/action/all',
  ])('has %s', (path) => {
    expect(operations.map((each) => each.path)).toContain(path)
  })
  test('shows a deal that the server takes as it stands there', async () => {
    const { operation } = operations.find(({ name }) => name === 'post /api/reward')!
    const { content } = operation.requestBody as {
      content: Record<string, { example?: object; schema: { example?: object } }>
    }
    const { example, schema } = content['application/json']!
    const deal = { ...(example ?? schema.example) }
    expect(deal).toMatchObject({
      productType: 'cpa',
      terms: [{ type: 'milestone' }, { type: 'hold', days: 7 }, {}, {}, {}],
    })
    const company = (await buildBrand(office.root))['company']
    const { status, body } = await office.root.post('/api/reward', { ...deal, company })
    expect([status, body]).toMatchObject([200, deal])
  })
  test('has an example of every JSON body and of every JSON answer, which is what its schema says', () => {
    const wrong = operations.flatMap(({ name, operation: { requestBody, responses } }) => {
      const sent = (requestBody as Answered | undefined)?.content?.['application/json']
      const answered = (responses['200'] as Answered | undefined)?.content?.['application/json']
      return [sent, answered].flatMap((each) =>
        each ? misfit(each.schema!, each.example).map((what) => `${name}${what}`) : [],
      )
    })
    expect(wrong).toEqual([])
  })
  test.each(
    (Object.values(resources) as unknown as AnyResource[])
      .filter(({ access, madeElsewhere }) => access.create !== 'nobody' && !madeElsewhere)
      .map((resource) => ({ name: resource.name, resource })),
  )('shows of $name a record that is right by itself, and one that is read', async ({ name, resource }) => {
    const { operation } = operations.find((each) => each.name === `post /api/${name}`)!
    const input = (operation.requestBody as Answered).content!['application/json']!.example
    const actor = { kind: 'user', root: true, roles: new Set<never>() } as const
    const validated = validateRecord({ resource, operation: 'create', input, actor })
    expect([validated.ok, 'problems' in validated ? validated.problems : []]).toEqual([true, []])
    const read = (operation.responses['200'] as Answered).content!['application/json']!.example
    expect(read).toMatchObject({ id: 1, version: 3, ...without(input as object, resource) })
  })
  test('says of every operation what it is about', () => {
    expect(
      namesWhere(({ operation: { tags, summary, operationId } }) => !tags?.length || !(summary || operationId)),
    ).toEqual([])
  })
  test('says of every operation what it answers', () => {
    expect(
      namesWhere(
        ({ operation: { responses } }) =>
          !responses['302'] &&
          !Object.values(responses['200']?.content ?? {}).some(
            ({ schema }) => schema && Object.keys(schema).length > 0,
          ),
      ),
    ).toEqual([])
  })
  test('names every part of an address that varies', () => {
    expect(
      namesWhere(({ path, operation: { parameters = [] } }) =>
        [...path.matchAll(/\{(\w+)\}/g)].some(
          ([, name]) => !parameters.some((each) => each.in === 'path' && each.name === name),
        ),
      ),
    ).toEqual([])
  })
  test('says of every write what is sent with it, but for those whose address says everything', () => {
    expect(namesWhere(({ name, operation }) => /^(post|put) /.test(name) && !operation.requestBody).toSorted()).toEqual(
      withoutBody.toSorted(),
    )
  })
  test('describes no route that is gone', () => {
    const known = new Set(operations.map(({ name }) => name))
    const gone = Object.keys(descriptions).filter((key) => {
      const [method, path] = key.split(' ') as [string, string]
      return !known.has(`${method.toLowerCase()} ${path.replace(/:(\w+)/g, '{$1}')}`)
    })
    expect(gone).toEqual([])
  })
})

describe('answers are what the document says', () => {
  let brand: number
  let action: number
  beforeAll(async () => {
    brand = (await buildBrand(office.root)).id
    action = (await buildAction(office.root)).id
  })
  const fits = (key: string, body: unknown) => {
    const result = (descriptions[key]!.answer as z.ZodType).safeParse(body)
    expect(result.success ? [] : result.error.issues).toEqual([])
  }
  test.each([
    'GET /health',
    'GET /ready',
    'GET /api/document_type',
    'GET /api/country',
    'GET /api/affiliate/all',
    'GET /action/all',
    'GET /api/me/schedules',
    'GET /api/me/downloads',
    'GET /api/job',
    'GET /api/event/unattributed',
    'GET /api/payment/owners',
  ])('%s', async (key) => {
    const { status, body } = await office.root.get(key.slice('GET '.length))
    expect(status).toBe(200)
    fits(key, body)
  })
  test('whatever can be asked for by its address alone, of staff', async () => {
    const affiliate = await buildAffiliate(office.root)
    const order = { affiliate: affiliate.id, day: '2026-11-01', currency: 'BRL', value: 5, reason: 'Agreed' }
    expect((await office.root.post('/api/entry', order)).status).toBe(200)
    const staff = await buildStaff(office.app, office.root, {
      company: affiliate['company'],
      allowedBrands: affiliate['brands'],
      roles: roleKeys,
    })
    const asked = operations.filter(({ name, path }) => name.startsWith('get ') && !path.includes('{'))
    const wrong: string[] = []
    for (const { path, operation } of asked) {
      const schema = (operation.responses['200'] as Answered | undefined)?.content?.['application/json']?.schema
      const { status, body } = schema ? await staff.get(path) : { status: 0, body: null }
      if (status === 200) wrong.push(...misfit(schema!, body).map((what) => `${path}${what}`))
    }
    expect([wrong, (await staff.get('/api/entry')).body.length]).toEqual([[], 1])
  })
  test('keys, feeds, links and places of a brand', async () => {
    const made = await office.root.post(`/api/brand/${brand}/ingest_key`)
    fits('POST /api/brand/:id/ingest_key', made.body)
    fits('GET /api/brand/:id/ingest_key', (await office.root.get(`/api/brand/${brand}/ingest_key`)).body)
    fits('GET /api/brand/:id/feed', (await office.root.get(`/api/brand/${brand}/feed`)).body)
    fits('GET /api/action/:id/link', (await office.root.get(`/api/action/${action}/link`)).body)
    fits(
      'GET /api/action/geolocation',
      (await office.root.get('/api/action/geolocation?from=2026-11-01&to=2026-11-02')).body,
    )
    fits('GET /api/report/:name', (await office.root.get('/api/report/general?from=2026-11-01&to=2026-11-02')).body)
    const answer = await office.app.inject({
      method: 'POST',
      url: '/ingest/events',
      headers: { authorization: `Bearer ${made.body.key}`, 'content-type': 'application/json' },
      payload: [{ event_id: 'e1', type: 'bet', occurred_at: '2026-11-01T00:00:00Z' }],
    })
    expect(answer.statusCode).toBe(200)
    fits('POST /ingest/events', answer.json())
  })
  test('a view, a job, a formula', async () => {
    fits(
      'POST /api/me/view',
      (await office.root.post('/api/me/view', { report: 'general', name: 'Mine', query: 'from=2026-11-01' })).body,
    )
    fits('GET /api/me/view', (await office.root.get('/api/me/view?report=general')).body)
    const [job] = (await office.root.get('/api/job')).body
    fits('GET /api/job/:name', (await office.root.get(`/api/job/${job.name}`)).body)
    fits(
      'POST /api/partnerLevel/evaluate',
      (await office.root.post('/api/partnerLevel/evaluate', { expression: 'ggr * 0.1' })).body,
    )
  })

  test('a list, or options where it is asked by a field alone', async () => {
    const { paths } = (await office.nobody.get('/openapi.json')).body
    const { anyOf } = paths['/api/brand'].get.responses['200'].content['application/json'].schema
    const [option] = (await office.root.get(`/api/brand?id=${brand}`)).body
    expect(anyOf.map(({ items }: { items: { properties: object } }) => 'version' in items.properties)).toEqual([
      true,
      false,
    ])
    expect(Object.keys(option)).toEqual(Object.keys(anyOf[1].items.properties))
  })

  test('changes in the log, which keep values of any kind', async () => {
    const { paths } = (await office.nobody.get('/openapi.json')).body
    const { properties } = paths['/api/activityLog/{id}'].get.responses['200'].content['application/json'].schema
    const [logged] = (
      await office.root.get('/api/activityLog?range=[0,0]&filter={"object":"action","operation":"create"}')
    ).body
    expect(logged.changes.map(({ after }: { after: unknown }) => typeof after)).toContain('number')
    expect(properties.changes.items.properties.after).toEqual({})
  })
})
