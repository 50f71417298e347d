import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { featureNames, features } from '#resources/features.ts'
import type { Features } from '#engine/declaration/feature.ts'
import { profiles } from '#resources/roles.ts'
import { featureOfRoute } from '#engine/auth/server/features.ts'
import { jobs } from '#app/server/jobs/index.ts'
import { JobRunner } from '#engine/jobs/server/jobRunner.ts'
import {
  buildAccessKey,
  buildAffiliate,
  buildBrand,
  buildCompany,
  type BuiltRecord,
  buildStaff,
  homeCompany,
} from '#tests/support/builders.ts'
import { type Client, type Office, openOffice } from '#tests/support/office.ts'

let office: Office
let calm: BuiltRecord
let busy: BuiltRecord
/** Managers of both companies. */
let calmManager: Client & { brand: number }
let busyManager: Client

const list = (name: string) => `/api/${name}?sort=["id","ASC"]&range=[0,9]&filter={}`
const switchOff = async (company: BuiltRecord, switchedOff: readonly string[]) => {
  const { version } = (await office.root.get(`/api/company/${company.id}`)).body
  return office.root.put(`/api/company/${company.id}`, { version, switchedOff })
}

beforeAll(async () => {
  office = await openOffice()
  const { app, root } = office
  const managerOf = async (company: BuiltRecord) => {
    const brand = await buildBrand(root, { company: company.id })
    return {
      brand: brand.id,
      ...(await buildStaff(app, root, { roles: profiles.Manager, company: company.id, allowedBrands: [brand.id] })),
    }
  }
  calm = await buildCompany(root, { name: 'Calm' })
  busy = await buildCompany(root, { name: 'Busy' })
  calmManager = await managerOf(calm)
  busyManager = await managerOf(busy)
  expect((await switchOff(calm, featureNames)).status).toBe(200)
})
afterAll(() => office.close())

describe('a feature that a company switched off', () => {
  it.each([
    list('media'),
    list('application'),
    '/api/risk',
    '/api/ledger',
    '/api/me/digest',
    '/api/signalTarget?name=a',
    '/api/bankStatement',
  ])('answers %s with feature_off to its people, and to those of others as ever', async (path) => {
    const { status, body } = await calmManager.get(path)
    expect([status, body.code]).toEqual([409, 'feature_off'])
    expect((await busyManager.get(path)).body?.code).not.toBe('feature_off')
  })

  it('closes its reports to access keys, and leaves those of others open', async () => {
    const ask = async (company: BuiltRecord, report: string) => {
      const affiliate = await buildAffiliate(office.root, { company: company.id })
      const key = await buildAccessKey(office.root, 'affiliate', affiliate.id)
      const path = `/api/report/${report}?from=2026-01-01&to=2026-01-02&affiliateToken=${key}`
      return (await office.nobody.get(path)).body.code
    }
    expect([await ask(calm, 'subIds'), await ask(busy, 'subIds'), await ask(calm, 'cpa')]).toEqual([
      'feature_off',
      undefined,
      undefined,
    ])
  })

  it('keeps nobody from making a key of an affiliate', async () => {
    const affiliate = await buildAffiliate(office.root, { company: calm.id, brands: [calmManager.brand] })
    const made = await calmManager.post(`/api/affiliate/${affiliate.id}/access_key`, { label: 'Reads', scope: 'api' })
    expect([made.status, made.body.code]).toEqual([200, undefined])
  })

  it('takes its fields out of records, and refuses them', async () => {
    const tag = await office.root.post('/api/affiliateTag', { name: 'Refused', company: calm.id })
    const affiliate = await buildAffiliate(office.root, { company: calm.id, brands: [calmManager.brand] })
    expect((await calmManager.get(`/api/affiliate/${affiliate.id}`)).body).not.toHaveProperty('tags')
    const { body } = await calmManager.put(`/api/affiliate/${affiliate.id}`, { version: 1, tags: [tag.body.id] })
    expect(JSON.stringify(body)).toContain('field_forbidden')
  })

  it('is named by the operations of the document', async () => {
    const { paths } = (await office.nobody.get('/openapi.json')).body
    expect(paths['/api/risk'].get['x-feature']).toBe('risk')
    expect(paths['/api/affiliate'].get).not.toHaveProperty('x-feature')
  })

  it('has no call that is none', () => {
    const calls = Object.values<Features[string]>(features).flatMap((feature) => feature.calls ?? [])
    const parts: string[] = []
    const routes = office.app
      .printRoutes({ commonPrefix: false })
      .split('\n')
      .map((line) => {
        const [, indent = '', part = ''] = /^([│ ]*)[├└]── (\S+)/.exec(line) ?? []
        parts.splice(indent.length / 4, Infinity, part)
        return parts.join('')
      })
    expect(calls.filter((call) => !routes.some((route) => route === call || route.startsWith(`${call}/`)))).toEqual([])
  })

  it('is told with who is signed in', async () => {
    expect((await calmManager.get('/api/me')).body.company.switchedOff).toEqual(featureNames)
    expect((await busyManager.get('/api/me')).body.company).not.toHaveProperty('switchedOff')
  })

  it('comes back as it was at the next request after it is switched on', async () => {
    const tag = await office.root.post('/api/affiliateTag', { name: 'Kept', company: calm.id })
    expect(tag.status).toBe(200)
    expect((await calmManager.get(list('affiliateTag'))).status).toBe(409)
    await switchOff(
      calm,
      featureNames.filter((name) => name !== 'tags'),
    )
    expect((await calmManager.get(list('affiliateTag'))).body.map(({ name }: BuiltRecord) => name)).toContain('Kept')
    await switchOff(calm, featureNames)
  })

  it('is off for root where every company switched it off, and its job is not run', async () => {
    const home = { id: await homeCompany(office.root) } as BuiltRecord
    expect((await office.root.get('/api/risk')).status).toBe(200)
    for (const company of [home, busy]) await switchOff(company, ['risk'])
    expect((await office.root.get('/api/risk')).body.code).toBe('feature_off')
    const listed = (await office.root.get('/api/job')).body.map(({ name }: { name: string }) => name)
    expect(listed).not.toContain('riskFindings')
    expect((await office.root.post('/api/job/riskFindings/run', {})).body.code).toBe('feature_off')
    const { environment, database } = office
    const log = { info: () => {}, warn: () => {}, error: () => {} }
    const runner = new JobRunner({ context: { environment, database, now: () => new Date() }, jobs, log })
    await runner.begin()
    await runner.stop()
    const { rows } = await sql`select from job where kind = 'riskFindings'`.execute(database.db)
    expect(rows).toEqual([])
    for (const company of [home, busy]) await switchOff(company, [])
  })
})

describe('what still decides about payments', () => {
  it('cannot be switched off, which is answered before it is tried', async () => {
    const company = await buildCompany(office.root, { name: 'Invoiced', invoiceRequired: 'always' })
    const reasons = () => office.root.get(`/api/company/${company.id}/feature`)
    expect((await reasons()).body).toEqual([{ name: 'invoices', code: 'invoices_in_use' }])
    const { status, body } = await switchOff(company, ['invoices', 'risk'])
    expect([status, body.code]).toEqual([422, 'invoices_in_use'])
    const { version } = (await office.root.get(`/api/company/${company.id}`)).body
    await office.root.put(`/api/company/${company.id}`, { version, invoiceRequired: 'never' })
    expect((await reasons()).body).toEqual([])
    expect((await switchOff(company, ['invoices', 'risk'])).status).toBe(200)
  })

  it('is told to root alone', async () => {
    expect((await busyManager.get(`/api/company/${busy.id}/feature`)).body.code).toBe('user_must_be_root')
  })
})

describe('a new company', () => {
  it('begins with the features of the root user who makes it', async () => {
    const home = { id: await homeCompany(office.root) } as BuiltRecord
    await switchOff(home, ['risk', 'media'])
    const made = await buildCompany(office.root, { name: 'Alike' })
    expect((await office.root.get(`/api/company/${made.id}`)).body.switchedOff).toEqual(['media', 'risk'])
    await switchOff(home, [])
  })

  it('is calm where the database was empty, and has everything with FEATURES=all', async () => {
    const empty = await openOffice({ variables: { FEATURES: 'none' } })
    try {
      const [company] = (await empty.root.get(list('company'))).body
      expect(company.switchedOff).toEqual(featureNames)
    } finally {
      await empty.close()
    }
    const [{ switchedOff }] = (await office.root.get(list('company'))).body
    expect(switchedOff).toEqual([])
  })
})

describe('featureOfRoute', () => {
  it.each([
    '/login',
    '/second_step',
    '/api/affiliate/all',
    '/action/all',
    '/api/:entity',
    '/api/affiliate/:id',
    '/t/:token',
  ])('leaves %s of the specification on', (url) => expect(featureOfRoute(url)).toBeUndefined())

  it.each(['company', 'user', 'affiliate', 'action', 'campaign', 'reward', 'rewardProfile', 'brand', 'partner'])(
    'leaves the entity %s on',
    (name) => expect([`/api/${name}`, `/api/${name}/:id`].map(featureOfRoute)).toEqual([undefined, undefined]),
  )

  it('takes the longest call of several', () => {
    expect(featureOfRoute('/api/portal/media')).toBe('media')
    expect(featureOfRoute('/api/portal/overview')).toBe('portal')
    expect(featureOfRoute('/api/riskier')).toBeUndefined()
  })
})
