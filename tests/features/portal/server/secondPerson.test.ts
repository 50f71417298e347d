import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildAffiliate, type BuiltRecord, buildBrand, buildCompany, buildStaff } from '#tests/support/builders.ts'
import { type Client, type Office, openOffice } from '#tests/support/office.ts'
import { openPerson } from '#tests/support/person.ts'

let office: Office
let affiliate: BuiltRecord
let own: Client
let ana: Client
let bruno: Client

beforeAll(async () => {
  office = await openOffice()
  const { root } = office
  const company = await buildCompany(root, { keyChanges: 'second' })
  const brand = await buildBrand(root, { company: company.id })
  const automatic = { paymentType: 'automatic', paymentKeyType: 'email', paymentKey: 'nina@old.example' }
  affiliate = await buildAffiliate(root, { company: company.id, brands: [brand.id], ...automatic })
  const staff = {
    company: company.id,
    allowedBrands: [brand.id],
    roles: ['affiliate', 'financial', 'paymentByAffiliate', 'entryByAffiliate'],
  }
  ana = await buildStaff(office.app, root, staff)
  bruno = await buildStaff(office.app, root, staff)
  own = (await openPerson(office, affiliate.id)).client
})
afterAll(() => office?.close())

const changeKey = async (client: Client, paymentKey: string) => {
  const { version } = (await office.root.get(`/api/affiliate/${affiliate.id}`)).body
  const { status } = await client.put(`/api/affiliate/${affiliate.id}`, {
    version,
    paymentKeyType: 'email',
    paymentKey,
  })
  expect(status).toBe(200)
}
const release = (client: Client) => client.post(`/api/payment/affiliate/${affiliate.id}/release`, { reason: 'seen' })
const inForce = async () =>
  (
    await sql<{
      cause: string
    }>`select cause from owner_hold where owner = ${affiliate.id} and released_at is null`.execute(office.database.db)
  ).rows.map(({ cause }) => cause)

test('a key that an affiliate changes without an authenticator waits for two colleagues, whatever its company wants', async () => {
  expect(await inForce()).toEqual([])
  await changeKey(own, 'nina@new.example')
  expect(await inForce()).toEqual(['key_changed'])
  expect((await release(ana)).status).toBe(200)
  expect(await inForce()).toEqual(['key_changed'])
  expect((await release(bruno)).status).toBe(200)
  expect(await inForce()).toEqual([])
})

test('one that a colleague changes waits for another one', async () => {
  await changeKey(ana, 'nina@newer.example')
  expect((await release(ana)).body.code).toBe('approver_not_apart')
  expect((await release(bruno)).status).toBe(200)
})
