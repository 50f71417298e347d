import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildAccessKey, builtPassword, buildPartner, buildUser } from '#tests/support/builders.ts'
import { clientOf, type Client, openOffice, type Office, signInAs } from '#tests/support/office.ts'

let office: Office
let other: Client
beforeAll(async () => {
  office = await openOffice()
  other = await signInAs(office.app, { email: (await buildUser(office.root)).email as string, password: builtPassword })
})
afterAll(() => office.close())

const view = {
  report: 'general',
  name: 'Brand 1, by NGR',
  query:
    'preset=thisMonth&brand=1&brand=2&sort=-ngr&hide=bonus,payout&open=%2Faffiliate%3D3&chart=hidden&compare=before',
}

describe('a saved view', () => {
  test('is kept under its name with the user who made it, and replaced by one of the same name', async () => {
    const saved = await office.root.post('/api/me/view', view)
    expect(saved).toMatchObject({ status: 200, body: view })
    expect(
      (await office.root.post('/api/me/view', { ...view, name: `  ${view.name} `, query: 'preset=lastMonth' })).body,
    ).toEqual({ ...view, id: saved.body.id, query: 'preset=lastMonth' })
    expect((await office.root.get('/api/me/view?report=general')).body).toEqual([
      { ...view, id: saved.body.id, query: 'preset=lastMonth' },
    ])
    expect((await office.root.get('/api/me/view?report=lottery')).body).toEqual([])
  })

  test('of a list is kept beside those of reports, and neither knows the other', async () => {
    const ofList = {
      list: 'affiliate',
      name: view.name,
      query: `filter=${encodeURIComponent('{"brands":[1]}')}&sort=name&order=ASC&perPage=50`,
    }
    const saved = await office.root.post('/api/me/view', ofList)
    expect(saved).toMatchObject({ status: 200, body: ofList })
    const ofReport = await office.root.post('/api/me/view', view)
    expect((await office.root.get('/api/me/view?list=affiliate')).body).toEqual([{ ...ofList, id: saved.body.id }])
    expect((await office.root.post('/api/me/view', { ...ofList, query: 'perPage=10' })).body).toEqual({
      ...ofList,
      query: 'perPage=10',
      id: saved.body.id,
    })
    expect((await office.root.get('/api/me/view?report=general')).body).toMatchObject([
      { id: ofReport.body.id, query: view.query },
    ])
    expect((await office.root.get('/api/me/view?list=brand')).body).toEqual([])
    expect((await office.root.get('/api/me/view?list=brand&report=general')).status).toBe(400)
    expect((await office.root.delete(`/api/me/view/${saved.body.id}`)).status).toBe(200)
    await office.root.delete(`/api/me/view/${ofReport.body.id}`)
  })

  test("is nobody else's to see or remove", async () => {
    const {
      body: { id },
    } = await office.root.post('/api/me/view', view)
    expect((await other.get('/api/me/view?report=general')).body).toEqual([])
    expect((await other.delete(`/api/me/view/${id}`)).status).toBe(404)
    expect((await office.nobody.get('/api/me/view?report=general')).status).toBe(401)
    expect((await office.root.delete(`/api/me/view/${id}`)).body).toEqual({ id })
    expect((await office.root.delete(`/api/me/view/${id}`)).status).toBe(404)
  })

  test.each([
    ['without a name', { ...view, name: ' ' }, 400],
    ['with a long name', { ...view, name: 'a'.repeat(61) }, 400],
    ['without a query', { report: 'general', name: 'a' }, 400],
    ['of a report there is not', { ...view, report: 'nothing' }, 404],
    ['that holds a token', { ...view, query: 'partnerToken=abc' }, 400],
    ['with more than it has', { ...view, user: 1 }, 400],
    ['of a list there is not', { list: 'nothing', name: 'a', query: '' }, 404],
    ['of a report and a list', { ...view, list: 'brand', query: '' }, 400],
    ['of a list with a period', { list: 'brand', name: 'a', query: 'from=2026-11-01' }, 400],
    ['of a list with filters that are none', { list: 'brand', name: 'a', query: 'filter=[1]' }, 400],
    ['of a list with broken filters', { list: 'brand', name: 'a', query: 'filter={' }, 400],
    ['with a character that cannot be stored', { ...view, name: 'a\u0000' }, 400],
    ['that is a list', [view], 400],
  ])('is refused %s', async (_, body, status) => {
    expect((await office.root.post('/api/me/view', body)).status).toBe(status)
  })

  test("has no place where a partner's key is all there is", async () => {
    const partner = await buildPartner(office.root)
    const { accessToken } = (
      await office.nobody.post('/login/partner', {
        token: await buildAccessKey(office.root, 'partner', partner.id, { scope: 'signIn' }),
      })
    ).body as { accessToken: string }
    expect((await clientOf(office.app, accessToken).post('/api/me/view', view)).status).toBe(403)
  })

  test('is one of fifty at most', async () => {
    for (let number = 0; number < 50; number += 1)
      expect((await other.post('/api/me/view', { ...view, name: `View ${number}` })).status).toBe(200)
    expect((await other.post('/api/me/view', { ...view, name: 'One more' })).status).toBe(400)
    expect((await other.post('/api/me/view', { ...view, name: 'View 1' })).status).toBe(200)
  })
})
