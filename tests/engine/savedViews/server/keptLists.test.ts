import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildAccessKey, buildPartner, builtPassword, buildUser } from '#tests/support/builders.ts'
import { clientOf, openOffice, type Office, signInAs } from '#tests/support/office.ts'

let office: Office
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())

/** Somebody new, signed in. */
async function someone() {
  const { email } = await buildUser(office.root)
  const credentials = { email: email as string, password: builtPassword }
  return { client: await signInAs(office.app, credentials), credentials }
}

const affiliate = {
  columns: ['name', 'token', 'createdAt'],
  pinned: ['token'],
  widths: { token: 200 },
  sort: { field: 'createdAt', order: 'DESC' },
  perPage: 100,
}

describe("how somebody's lists look", () => {
  test('is kept with them and there at the next sign-in', async () => {
    const { client, credentials } = await someone()
    expect((await client.get('/api/me')).body.settings.lists).toEqual({})
    const answer = await client.put('/api/me/preferences', { lists: { affiliate } })
    expect(answer).toMatchObject({ status: 200, body: { lists: { affiliate } } })
    expect((await (await signInAs(office.app, credentials)).get('/api/me')).body.settings.lists).toEqual({ affiliate })
  })

  test("is nobody else's", async () => {
    const [one, other] = [await someone(), await someone()]
    await one.client.put('/api/me/preferences', { lists: { affiliate } })
    expect((await other.client.get('/api/me')).body.settings.lists).toEqual({})
  })

  test('changes choice by choice: what another tab keeps stays, and null forgets', async () => {
    const { client } = await someone()
    await client.put('/api/me/preferences', { layout: { mode: 'dark' }, lists: { affiliate } })
    const changes = [
      { affiliate: { perPage: 50 } },
      { affiliate: { sort: { field: 'name', order: 'ASC' } } },
      { brand: { perPage: 25 } },
      { campaign: { perPage: 10 } },
    ]
    await Promise.all(changes.map((lists) => client.put('/api/me/preferences', { lists })))
    const { settings } = (await client.get('/api/me')).body
    expect(settings).toMatchObject({ layout: { mode: 'dark' } })
    expect(settings.lists).toEqual({
      affiliate: { ...affiliate, perPage: 50, sort: { field: 'name', order: 'ASC' } },
      brand: { perPage: 25 },
      campaign: { perPage: 10 },
    })
    const forgotten = { columns: null, pinned: null, widths: null }
    await client.put('/api/me/preferences', { lists: { affiliate: forgotten, brand: { perPage: null } } })
    expect((await client.put('/api/me/preferences', { layout: { mode: 'light' } })).body.lists).toEqual({
      affiliate: { perPage: 50, sort: { field: 'name', order: 'ASC' } },
      brand: {},
      campaign: { perPage: 10 },
    })
  })

  test.each([
    ['a list', [], 'lists'],
    ['an entity there is not', { nothing: { perPage: 10 } }, 'lists.nothing'],
    ['a name every object has', { constructor: {} }, 'lists.constructor'],
    ['something to choose there is not', { affiliate: { colour: 'red' } }, 'lists.affiliate.colour'],
    ['no columns at all', { affiliate: { columns: [] } }, 'lists.affiliate.columns'],
    ['a column twice', { affiliate: { columns: ['name', 'name'] } }, 'lists.affiliate.columns'],
    [
      'too many columns',
      { affiliate: { columns: Array.from({ length: 101 }, (_, index) => `c${index}`) } },
      'lists.affiliate.columns',
    ],
    ['a column that is no name', { affiliate: { columns: ['\u0000'] } }, 'lists.affiliate.columns'],
    ['half an order', { affiliate: { sort: { field: 'name' } } }, 'lists.affiliate.sort'],
    ['an order with more', { affiliate: { sort: { field: 'name', order: 'ASC', more: 1 } } }, 'lists.affiliate.sort'],
    ['a page of nothing', { affiliate: { perPage: 0 } }, 'lists.affiliate.perPage'],
    ['a page beyond what is answered', { affiliate: { perPage: 1_001 } }, 'lists.affiliate.perPage'],
    ['half a row', { affiliate: { perPage: 2.5 } }, 'lists.affiliate.perPage'],
  ])('is refused with %s, and then nothing of it is kept', async (_, lists, field) => {
    const { client } = await someone()
    const answer = await client.put('/api/me/preferences', { language: 'es', lists })
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.details ?? answer.body.errors ?? {})).toEqual([field])
    expect((await client.get('/api/me')).body.settings).toMatchObject({ lists: {}, language: 'pt' })
  })

  test("is not kept for a partner's key, which has no user", async () => {
    const token = await buildAccessKey(office.root, 'partner', (await buildPartner(office.root)).id, {
      scope: 'signIn',
    })
    const { accessToken } = (await office.nobody.post('/login/partner', { token })).body as { accessToken: string }
    const partner = clientOf(office.app, accessToken)
    expect((await partner.put('/api/me/preferences', { lists: { affiliate } })).status).toBe(403)
    expect((await partner.get('/api/me')).body.settings).toEqual({ language: null, layout: {} })
  })
})
