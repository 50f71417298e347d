import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { builtPassword, buildCompany, buildStaff, buildUser, type BuiltRecord } from '#tests/support/builders.ts'
import { type Client, clientOf, type Office, openOffice, signInAs } from '#tests/support/office.ts'

let office: Office
let company: number
let manager: Client & { readonly user: BuiltRecord }
beforeAll(async () => {
  office = await openOffice()
  company = (await buildCompany(office.root)).id
  manager = await buildStaff(office.app, office.root, { company, roles: ['user', 'home'] })
})
afterAll(() => office.close())

const person = () => buildStaff(office.app, office.root, { company, roles: ['home'] })
const login = (who: Readonly<Record<string, unknown>>, password = builtPassword) =>
  office.nobody.post('/login', { email: who['email'], password })
const suspend = (client: Client, { id }: { readonly id: number }, suspended = true) =>
  client.put(`/api/user/${id}`, { suspended })
const sessionsOf = async (client: Client, { id }: { readonly id: number }) =>
  (await client.get(`/api/user/${id}/session`)).body as { id: string; isCurrent: boolean }[]

describe('a user who is suspended', () => {
  test('is signed out everywhere at once, and signs in no more until it is lifted', async () => {
    const one = await person()
    const { refreshToken } = (await login(one.user)).body
    expect(await suspend(manager, one.user)).toMatchObject({ status: 200, body: { suspended: true } })
    expect((await one.get('/api/me')).body.code).toBe('session_expired')
    expect((await office.nobody.post('/refresh', { refreshToken })).body.code).toBe('session_expired')
    expect(await login(one.user)).toMatchObject({ status: 403, body: { code: 'user_suspended' } })
    await suspend(manager, one.user, false)
    expect((await login(one.user)).status).toBe(200)
    // What ended stays ended.
    expect((await one.get('/api/me')).body.code).toBe('session_expired')
  })

  test('looks like everybody else to whoever does not know the password', async () => {
    const one = await person()
    await suspend(manager, one.user)
    const [wrong, unknown] = [
      await login(one.user, 'Wrong-password-1'),
      await login({ email: 'nobody-at-all@example.test' }),
    ]
    expect([wrong.status, wrong.body]).toEqual([unknown.status, unknown.body])
  })

  test('leaves a line in the log, with the field before and after', async () => {
    const one = await person()
    await suspend(manager, one.user)
    const [line] = (
      await office.root.get(
        `/api/activityLog?range=[0,0]&filter=${encodeURIComponent(JSON.stringify({ object: 'user', objectId: String(one.user.id) }))}`,
      )
    ).body
    expect(line).toMatchObject({ operation: 'update', changes: [{ field: 'suspended', before: false, after: true }] })
  })

  test('is suspended by the role user alone, by nobody for themselves, and root by root alone', async () => {
    const [one, root] = [await person(), await buildUser(office.root, { company, root: true })]
    expect((await suspend(one, manager.user)).status).toBe(403)
    expect(await suspend(manager, manager.user)).toMatchObject({ status: 422, body: { code: 'suspended_oneself' } })
    expect((await suspend(manager, root)).status).toBe(403)
    expect((await suspend(office.root, root)).status).toBe(200)
    const elsewhere = await buildStaff(office.app, office.root, {
      company: (await buildCompany(office.root)).id,
      roles: ['user', 'home'],
    })
    expect((await suspend(elsewhere, one.user)).status).toBe(404)
  })
})

describe('the sessions of a user', () => {
  test('are listed for the user and the role user, with where and since when', async () => {
    const one = await person()
    const listed = await manager.get(`/api/user/${one.user.id}/session`)
    expect(listed).toMatchObject({
      status: 200,
      body: [
        {
          id: expect.any(String),
          createdAt: expect.stringMatching(/Z$/),
          lastUsedAt: expect.stringMatching(/Z$/),
          address: '127.0.0.1',
          userAgent: expect.any(String),
          secondStep: false,
          isCurrent: false,
        },
      ],
    })
    expect((await sessionsOf(one, one.user)).map(({ isCurrent }) => isCurrent)).toEqual([true])
  })

  test('end one by one, at once, with a line in the log', async () => {
    const one = await person()
    const other = await signInAs(office.app, { email: one.user['email'] as string, password: builtPassword })
    const ending = (await sessionsOf(other, one.user)).find(({ isCurrent }) => isCurrent)!.id
    expect((await manager.delete(`/api/user/${one.user.id}/session/${ending}`)).status).toBe(200)
    expect([(await other.get('/api/me')).status, (await one.get('/api/me')).status]).toEqual([403, 200])
    expect((await manager.delete(`/api/user/${one.user.id}/session/${ending}`)).status).toBe(404)
    expect(
      (await manager.delete(`/api/user/${manager.user.id}/session/${(await sessionsOf(one, one.user))[0]!.id}`)).status,
    ).toBe(404)
    const [line] = (
      await office.root.get(
        `/api/activityLog?range=[0,0]&filter=${encodeURIComponent(JSON.stringify({ operation: 'endSession' }))}`,
      )
    ).body
    expect(line).toMatchObject({
      user: manager.user.id,
      object: 'user',
      objectId: String(one.user.id),
      changes: [{ field: 'session', before: ending, after: null }],
    })
  })

  test('end all together', async () => {
    const one = await person()
    await login(one.user)
    expect(await manager.delete(`/api/user/${one.user.id}/session`)).toMatchObject({ status: 200, body: { ended: 2 } })
    expect([(await one.get('/api/me')).status, await sessionsOf(manager, one.user)]).toEqual([403, []])
    expect((await login(one.user)).status).toBe(200)
  })

  test("are out of reach without the role, outside of the own company, and root's without root", async () => {
    const [one, rootId] = [await person(), (await office.root.get('/api/me')).body.id as number]
    const elsewhere = await buildStaff(office.app, office.root, {
      company: (await buildCompany(office.root)).id,
      roles: ['user', 'home'],
    })
    const asks = (client: Client, id: number) =>
      Promise.all([
        client.get(`/api/user/${id}/session`),
        client.delete(`/api/user/${id}/session`),
        client.delete(`/api/user/${id}/session/00000000-0000-4000-8000-000000000000`),
      ])
    const statuses = async (client: Client, id: number) => (await asks(client, id)).map(({ status }) => status)
    expect(await statuses(one, manager.user.id)).toEqual([403, 403, 403])
    expect(await statuses(elsewhere, one.user.id)).toEqual([404, 404, 404])
    // Root belongs to no company: out of sight of staff, whether it is there or not.
    expect((await statuses(manager, rootId)).every((status) => status === 403 || status === 404)).toBe(true)
    expect(await statuses(clientOf(office.app), one.user.id)).toEqual([401, 401, 401])
    expect((await one.get('/api/me')).status).toBe(200)
  })
})
