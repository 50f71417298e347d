import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleKeys } from '#resources/roles.ts'
import {
  buildAccessKey,
  buildBrand,
  buildCompany,
  buildStaff,
  builtPassword,
  type BuiltRecord,
} from '#tests/support/builders.ts'
import { type Client, clientOf, signInAs } from '#tests/support/office.ts'
import { openPayoutOffice, type PayoutOffice } from '#tests/support/money/payoutOffice.ts'

/* What one dishonest colleague tries by imports, by the work of colleagues and by accounts that others made. */

let office: PayoutOffice
let root: Client
let company: BuiltRecord
let rights: { company: number; allowedBrands: number[]; roles: readonly string[] }
type Staff = Awaited<ReturnType<typeof buildStaff>>
let mallory: Staff
let colleague: Staff

beforeAll(async () => {
  office = await openPayoutOffice()
  root = await office.asRoot()
  company = await buildCompany(root, { approvalAbove: 100, approverAgeDays: 0 })
  const brand = await buildBrand(root, { company: company.id })
  rights = { company: company.id, allowedBrands: [brand.id], roles: roleKeys }
  mallory = await staff()
  colleague = await staff()
})
afterAll(() => office?.close())

const staff = (by: Client = root, roles: readonly string[] = roleKeys) =>
  buildStaff(office.app, by, { ...rights, roles })
const owner = () => office.owner({ company: company.id, brands: rights.allowedBrands })
const codeOf = ({ status, body }: { status: number; body: any }) => (status === 200 ? 200 : body.code)
const refused = 'approver_not_apart'
const versionOf = async (path: string) => (await root.get(path)).body.version as number
const release = (by: Client, id: number, more: object = {}) =>
  by.post(`/api/payment/affiliate/${id}/release`, { reason: 'seen', ...more })
const holdsOf = async (id: number) =>
  ((await root.get(`/api/payment/affiliate/${id}/holds`)).body.holds as any[]).filter(({ releasedAt }) => !releasedAt)
const changeKey = async (by: Client, id: number, paymentKey: string) => {
  const version = await versionOf(`/api/affiliate/${id}`)
  expect(codeOf(await by.put(`/api/affiliate/${id}`, { paymentKey, version }))).toBe(200)
}
/** Imports rows of few fields, which is done when it answers. */
const imported = async (by: Client, entity: string, row: Readonly<Record<string, string>>) => {
  const lines = [Object.keys(row), Object.values(row)].map((cells) => cells.map((cell) => `"${cell}"`).join(','))
  const answer = await office.app.inject({
    method: 'POST',
    url: `/api/${entity}/import?dryRun=false`,
    headers: { authorization: `Bearer ${by.token}`, 'content-type': 'text/csv' },
    payload: lines.join('\n'),
  })
  return answer.json()
}
const adjustmentOf = async (by: Client, id: number) => {
  const asked = { affiliate: id, day: '2030-03-01', currency: 'BRL', value: 10, reason: 'owed' }
  return (await by.post('/api/entry', asked)).body.id as number
}

describe('one colleague, by a file of records', () => {
  it('gives another one a password and is not another person as them', async () => {
    const victim = await staff()
    const secret = 'Chosen-By-Mallory-7'
    const row = { email: String(victim.user.email), password: secret, passwordConfirmation: secret }
    expect(await imported(mallory, 'user', row)).toMatchObject({ updated: 1 })
    const asVictim = await signInAs(office.app, { email: String(victim.user.email), password: secret })
    const entry = await adjustmentOf(mallory, (await owner()).id)
    expect(codeOf(await asVictim.post(`/api/entry/${entry}/approve`, {}))).toBe(refused)
  })

  it('makes nobody root and grants no role beyond its own', async () => {
    const clerk = await staff(root, ['home', 'user'])
    const { user } = await staff(root, ['home'])
    const email = String(user.email)
    expect(await imported(mallory, 'user', { email, root: 'true' })).toMatchObject({
      updated: 0,
      refused: [{ code: 'field_forbidden' }],
    })
    expect(await imported(clerk, 'user', { email, roles: 'financial' })).toMatchObject({
      updated: 0,
      refused: [{ code: 'field_forbidden' }],
    })
  })

  it('changes a payment key, which is held and stays held when the import is undone', async () => {
    const { id, token } = await owner()
    const done = await imported(mallory, 'affiliate', { token: String(token), paymentKey: 'mallory@elsewhere.example' })
    expect(done).toMatchObject({ updated: 1 })
    expect(await holdsOf(id)).toMatchObject([{ cause: 'key_changed', placedBy: mallory.user.email }])
    expect((await mallory.post(`/api/import/${done.id}/undo`, {})).body).toMatchObject({ undone: 1 })
    expect(await holdsOf(id)).toHaveLength(1)
    expect(codeOf(await release(mallory, id))).toBe(refused)
    expect(codeOf(await release(colleague, id))).toBe(200)
  })

  it('sets a key, and does not release it when a colleague’s undo brings it back', async () => {
    const { id, token } = await owner()
    await changeKey(mallory, id, 'mallory@there.test')
    // What a colleague imports takes the key away, and its undo brings it back.
    const done = await imported(colleague, 'affiliate', { token: String(token), paymentKey: 'right@there.test' })
    expect(codeOf(await release(root, id))).toBe(200)
    expect((await colleague.post(`/api/import/${done.id}/undo`, {})).body).toMatchObject({ undone: 1 })
    expect((await root.get(`/api/affiliate/${id}`)).body.paymentKey).toBe('mallory@there.test')
    expect(codeOf(await release(mallory, id))).toBe(refused)
    expect(codeOf(await release(colleague, id))).toBe(refused)
    expect(codeOf(await release(root, id))).toBe(200)
  })

  it('states no approval: what is imported waits, and is not approved by who imported it', async () => {
    const { id, token } = await owner()
    const site = { address: `https://of-${id}.example/`, kind: 'website', usage: 'Reviews', affiliate: String(token) }
    expect(await imported(mallory, 'affiliateSite', { ...site, state: 'approved', decidedBy: 'root' })).toMatchObject({
      created: 1,
    })
    const [made] = (await mallory.get(`/api/affiliateSite?filter=${JSON.stringify({ affiliate: id })}`)).body
    expect(made).toMatchObject({ state: 'waiting', decidedBy: null })
    const approve = (by: Client) => by.post(`/api/affiliateSite/${made.id}/approve`, { version: made.version })
    expect(codeOf(await approve(mallory))).toBe(refused)
    expect(codeOf(await approve(colleague))).toBe(200)
  })

  it('does not bring rights back that root took away by a file, by undoing it', async () => {
    const { user } = await staff()
    const taken = await imported(root, 'user', { email: String(user.email), roles: 'home' })
    expect(taken).toMatchObject({ updated: 1 })
    expect(codeOf(await mallory.post(`/api/import/${taken.id}/undo`, {}))).toBe('not_found')
    expect((await root.get(`/api/user/${user.id}`)).body.roles).toEqual(['home'])
  })
})

describe('one colleague, by what others do', () => {
  it('changes a key after another one looked at its hold, which is not released with what they saw', async () => {
    const { id } = await owner()
    await changeKey(colleague, id, 'asked-for@own.example')
    const [{ placedAt }] = await holdsOf(id)
    office.pass({ seconds: 30 })
    await changeKey(mallory, id, 'mallory@elsewhere.example')
    const looking = await staff()
    expect(codeOf(await release(looking, id, { placedAt }))).toBe('hold_changed')
    const [seen] = await holdsOf(id)
    expect(seen).toMatchObject({ cause: 'key_changed', placedBy: mallory.user.email })
    expect(codeOf(await release(mallory, id, { placedAt: seen.placedAt }))).toBe(refused)
    expect(codeOf(await release(looking, id, { placedAt: seen.placedAt }))).toBe(200)
  })

  it('rotates another one’s key and is an author of what is done with it', async () => {
    const { id } = await owner()
    await buildAccessKey(colleague, 'affiliate', id, { scope: 'signIn' })
    const [{ id: key }] = (await mallory.get(`/api/affiliate/${id}/access_key`)).body
    const { body } = await mallory.post(`/api/affiliate/${id}/access_key/${key}/rotate`, {})
    const opened = await office.nobody.post('/login/affiliate', { token: body.key })
    const session = clientOf(office.app, opened.body.accessToken)
    const site = { address: `https://by-key-${id}.example/`, kind: 'website', usage: 'Reviews' }
    const made = (await session.post('/api/affiliateSite', site)).body
    const approve = (by: Client) => by.post(`/api/affiliateSite/${made.id}/approve`, { version: made.version })
    expect(codeOf(await approve(mallory))).toBe(refused)
    expect(codeOf(await approve(colleague))).toBe(200)
  })

  it('keeps a second link of a person that another one invited, and neither of them vouches for the key', async () => {
    const { id } = await owner()
    const email = `person-${id}@own.example`
    const person = (await colleague.post('/api/affiliateUser', { name: 'Nina', email, affiliate: id })).body
    await colleague.post(`/api/affiliateUser/${person.id}/invite`, {})
    const { link } = (await mallory.post(`/api/affiliateUser/${person.id}/invite`, {})).body
    const password = { password: builtPassword, passwordConfirmation: builtPassword }
    const token = String(link).split('#')[1]
    expect(codeOf(await office.nobody.post('/api/invitation/accept', { token, ...password }))).toBe(200)
    await changeKey(await signInAs(office.app, { email, password: builtPassword }), id, 'mallory@elsewhere.example')
    for (const by of [mallory, colleague]) expect(codeOf(await release(by, id))).toBe(refused)
    expect(codeOf(await release(await staff(), id))).toBe(200)
    expect(await holdsOf(id)).toHaveLength(1)
  })

  it('removes who asked, and is no other person than them', async () => {
    const asker = await staff()
    const puppet = await staff(asker)
    const { id } = await owner()
    await office.entry(id, '500.00')
    const payment = (await asker.post(`/api/payment/affiliate/${id}`)).body.id as number
    expect(codeOf(await puppet.delete(`/api/user/${asker.user.id}`))).toBe(200)
    expect(codeOf(await puppet.post(`/api/payment/${payment}/approve`))).toBe(refused)
  })
})
