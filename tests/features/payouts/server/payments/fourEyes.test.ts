import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildBrand, buildCompany, builtPassword, type BuiltRecord, buildStaff } from '#tests/support/builders.ts'
import { type Client, signInAs } from '#tests/support/office.ts'
import { openPayoutOffice, type PayoutOffice } from '#tests/support/money/payoutOffice.ts'

/** Not one of the two people who must look at a payment may be the other in disguise. */
let office: PayoutOffice
let root: Client
let company: BuiltRecord
let brand: BuiltRecord
const roles = ['financial', 'paymentByAffiliate', 'affiliate', 'user']
beforeAll(async () => {
  office = await openPayoutOffice()
  root = await office.asRoot()
  company = await buildCompany(root, { approvalAbove: 100, approverAgeDays: 0 })
  brand = await buildBrand(root, { company: company.id })
})
afterAll(() => office.close())

const rights = () => ({ company: company.id, allowedBrands: [brand.id], roles })
const staff = (maker: Client = root, values: Record<string, unknown> = {}) =>
  buildStaff(office.app, maker, { ...rights(), ...values })
type Staff = Awaited<ReturnType<typeof staff>>

/** A payment above the limit that somebody asked for. */
async function asked(by: Client): Promise<number> {
  const { id } = await office.owner({ brands: [brand.id] })
  await office.entry(id, '500.00')
  const answer = await by.post(`/api/payment/affiliate/${id}`)
  expect(answer.body).toMatchObject({ awaitsApproval: true })
  return answer.body.id as number
}
const approve = async (by: Client, payment: number) => {
  const { status, body } = await by.post(`/api/payment/${payment}/approve`)
  return status === 200 ? 200 : body.code
}
const signedIn = (user: BuiltRecord) => signInAs(office.app, { email: user.email as string, password: builtPassword })

describe('an approver', () => {
  it('was not made by whoever asked, however the account in between is called, also when it is gone by then', async () => {
    const maria = await staff()
    const payment = await asked(maria)
    const puppet = await staff(maria)
    expect(await approve(puppet, payment)).toBe('approver_not_apart')
    const second = await staff(puppet)
    expect((await maria.delete(`/api/user/${puppet.user.id}`)).status).toBe(200)
    expect(await approve(second, payment)).toBe('approver_not_apart')
    expect(await approve(await staff(), payment)).toBe(200)
  })

  it.each([
    ['password', { password: 'Another-Word-8', passwordConfirmation: 'Another-Word-8' }],
    ['email', { email: 'taken-over@office.test' }],
    ['roles', { roles: ['financial', 'paymentByAffiliate', 'user'] }],
  ])('was not changed by whoever asked: %s', async (_what, change) => {
    const [maria, joao] = [await staff(), await staff()]
    const payment = await asked(maria)
    expect((await maria.put(`/api/user/${joao.user.id}`, change)).status).toBe(200)
    const { email, password } = { email: joao.user.email as string, password: builtPassword, ...change } as Record<
      string,
      string
    >
    const again = await signInAs(office.app, { email: email!, password: password! })
    expect(await approve(again, payment)).toBe('approver_not_apart')
  })

  it('did not have its authenticator cleared by whoever asked', async () => {
    const boss = await buildStaff(office.app, root, { company: company.id, root: true })
    const joao = await staff()
    const payment = await asked(boss)
    expect((await boss.post(`/api/user/${joao.user.id}/mfa/unlock`)).status).toBe(200)
    expect(await approve(await signedIn(joao.user), payment)).toBe('approver_not_apart')
  })

  it('neither made whoever asked, nor was made by the same hand', async () => {
    const maria = await staff()
    const [one, other] = [await staff(maria), await staff(maria)]
    const payment = await asked(one)
    expect(await approve(maria, payment)).toBe('approver_not_apart')
    expect(await approve(other, payment)).toBe('approver_not_apart')
  })

  it('may have been made by root, who makes everybody in a new office, and may be root', async () => {
    const [maria, joao] = [await staff(), await staff()]
    expect(await approve(joao, await asked(maria))).toBe(200)
    expect(await approve(root, await asked(maria))).toBe(200)
    expect(await approve(joao, await asked(root))).toBe('approver_not_apart')
  })

  it('is apart again after the days that the company sets, and at once where it sets none', async () => {
    const maria = await staff()
    const puppet = await staff(maria)
    const payment = await asked(maria)
    expect(await approve(puppet, payment)).toBe('approver_not_apart')
    expect((await root.put(`/api/company/${company.id}`, { approverApartDays: 0 })).status).toBe(200)
    expect(await approve(puppet, payment)).toBe(200)
    await root.put(`/api/company/${company.id}`, { approverApartDays: 30 })
    const later = await asked(await signedIn(maria.user))
    office.pass({ hours: 24 * 31 })
    root = await office.asRoot()
    expect(await approve(await signedIn(puppet.user), later)).toBe(200)
  })

  it('has an account of some age', async () => {
    const [maria, joao]: Staff[] = [await staff(), await staff()]
    await root.put(`/api/company/${company.id}`, { approverAgeDays: 2 })
    const payment = await asked(maria!)
    const refused = await joao!.post(`/api/payment/${payment}/approve`)
    expect([refused.status, refused.body]).toMatchObject([422, { code: 'approver_too_new', values: { days: 2 } }])
    office.pass({ hours: 49 })
    root = await office.asRoot()
    expect(await approve(await signedIn(joao!.user), payment)).toBe(200)
    await root.put(`/api/company/${company.id}`, { approverAgeDays: 0 })
  })
})

describe('one person', () => {
  it('is not two in two sessions of one account', async () => {
    const maria = await staff()
    const payment = await asked(maria)
    expect(await approve(await signedIn(maria.user), payment)).toBe('approver_not_apart')
  })

  it('is not two by removing a colleague and making them anew with the same address', async () => {
    const [maria, joao] = [await staff(), await staff()]
    const payment = await asked(maria)
    expect((await maria.delete(`/api/user/${joao.user.id}`)).status).toBe(200)
    const anew = await staff(maria, { email: joao.user.email })
    expect(await approve(anew, payment)).toBe('approver_not_apart')
  })

  it('is not two by giving themselves a role that they lack', async () => {
    const maria = await staff(root, { roles: ['user', 'affiliate'] })
    const { version } = (await root.get(`/api/user/${maria.user.id}`)).body
    const change = { version, roles: ['user', 'affiliate', 'financial'] }
    expect((await maria.put(`/api/user/${maria.user.id}`, change)).status).toBe(403)
  })

  it('is not two as root who gave both accounts another password, or approves for one', async () => {
    const [maria, joao] = [await staff(), await staff()]
    const anew = async (of: BuiltRecord, password: string) => {
      const change = { password, passwordConfirmation: password }
      expect((await root.put(`/api/user/${of.id}`, change)).status).toBe(200)
      return signInAs(office.app, { email: of.email as string, password })
    }
    const payment = await asked(await anew(maria.user, 'Of-Maria-Word-8'))
    expect(await approve(await anew(joao.user, 'Of-Joao-Word-8'), payment)).toBe('approver_not_apart')
    expect(await approve(root, payment)).toBe('approver_not_apart')
    expect(await approve(await staff(), payment)).toBe(200)
  })
})

describe('the trail', () => {
  it('keeps who made, changed and removed an account when both are gone, and cannot be changed', async () => {
    const maria = await staff()
    const joao = await staff()
    const payment = await asked(maria)
    expect(await approve(joao, payment)).toBe(200)
    for (const { user } of [maria, joao]) expect((await root.delete(`/api/user/${user.id}`)).status).toBe(200)
    expect((await root.get(`/api/payment/${payment}`)).body).toMatchObject({
      requestedBy: maria.user.email,
      approvedBy: joao.user.email,
    })
    const {
      rows: [ids],
    } = await sql`select requested_by, approved_by from payment_request where payment = ${payment}`.execute(
      office.database.db,
    )
    expect(ids).toEqual({ requested_by: maria.user.id, approved_by: joao.user.id })
    const { rows } =
      await sql`select what, object_name, author_name from authorship where object = 'user' and object_id = ${joao.user.id}
        order by id`.execute(office.database.db)
    const line = (what: string) => ({ what, object_name: joao.user.email, author_name: 'root@office.test' })
    expect(rows).toEqual([line('made'), line('removed')])
    await expect(sql`delete from authorship`.execute(office.database.db)).rejects.toThrow(/never changed/)
    await expect(sql`update authorship set author = 1`.execute(office.database.db)).rejects.toThrow(/never changed/)
  })

  it('is begun with thirty days and one day in a company where nothing is said, and asks nothing below its amount', async () => {
    expect(await buildCompany(root)).toMatchObject({ approvalAbove: null, approverApartDays: 30, approverAgeDays: 0 })
  })
})
