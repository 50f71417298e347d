import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type BuiltRecord,
  buildAction,
  buildAffiliate,
  buildBrand,
  buildCampaign,
  buildCompany,
  buildPartner,
  buildStaff,
  uniqueCpf,
} from '#tests/support/builders.ts'
import { type Client, type Office, openOffice } from '#tests/support/office.ts'

const cpf = '52998224725'
/** What the record that is there already has: one value of each kind that is compared. */
const known = {
  name: 'Conceição Araújo',
  token: 'conceicao',
  cpf,
  email: 'conceicao@mail.example',
  documentType: 'cpf',
  document: cpf,
  paymentType: 'automatic',
  paymentKeyType: 'email',
  paymentKey: 'pix@mail.example',
}
let office: Office
let company: BuiltRecord
let brand: BuiltRecord
let affiliate: BuiltRecord
beforeAll(async () => {
  office = await openOffice()
  company = await buildCompany(office.root)
  brand = await buildBrand(office.root, { company: company.id })
  affiliate = await buildAffiliate(office.root, { brands: [brand.id], ...known })
})
afterAll(() => office.close())

const staffWith = (roles: string[]) =>
  buildStaff(office.app, office.root, { company: company.id, allowedBrands: [brand.id], roles })
const ask = (resource: string, query: Record<string, string>, client: Client = office.root) =>
  client.get(`/api/${resource}/duplicates?${new URLSearchParams(query)}`)
/** Root says whose record it is to be; everybody else makes records of their own company. */
const duplicates = (query: Record<string, string>, client?: Client) =>
  ask('affiliate', client ? query : { company: String(company.id), ...query }, client)

describe('every kind of value that two records should not share', () => {
  const kinds: readonly (readonly [kind: string, query: Record<string, string>, isUnique: boolean])[] = [
    ['CPF', { cpf: '529.982.247-25' }, true],
    ['document', { document: '529.982.247-25', documentType: 'cpf' }, false],
    ['e-mail', { email: ' Conceicao@Mail.Example ' }, true],
    ['payment key', { paymentKey: 'PIX@mail.example', paymentKeyType: 'email' }, false],
    ['token', { token: 'conceicao' }, true],
    ['name', { name: 'conceição araújo' }, false],
  ]

  test.each(kinds)('names the other record with the same %s, and nothing for the record itself', async (_, query) => {
    expect((await duplicates(query)).body).toEqual({ exists: true, records: [{ id: affiliate.id, name: known.name }] })
    expect((await duplicates({ ...query, except: String(affiliate.id) })).body).toEqual({ exists: false, records: [] })
  })

  test.each(kinds)(
    'of which the %s is saved a second time only where it need not be unique',
    async (_, query, isUnique) => {
      const [field] = Object.keys(query) as [keyof typeof known]
      const other = await buildAffiliate(office.root, {
        brands: [brand.id],
        paymentType: 'automatic',
        paymentKeyType: 'random',
        paymentKey: crypto.randomUUID(),
      })
      const {
        id: _id,
        version: _version,
        createdAt: _createdAt,
        updatedAt: _updatedAt,
        isComplete: _isComplete,
        lapsesOn: _lapsesOn,
        ...mine
      } = other
      await office.root.delete(`/api/affiliate/${other.id}`)
      const answer = await office.root.post('/api/affiliate', {
        ...mine,
        ...(field === 'paymentKey' ? { paymentKeyType: known.paymentKeyType } : {}),
        [field]: known[field],
      })
      if (isUnique)
        expect(answer).toMatchObject({ status: 409, body: { details: { [field]: [{ code: 'already_taken' }] } } })
      else {
        expect([answer.status, answer.body[field]]).toEqual([200, known[field]])
        await office.root.delete(`/api/affiliate/${answer.body.id}`)
      }
    },
  )

  test('is compared among partners, links and users as among affiliates', async () => {
    const partner = await buildPartner(office.root, { name: 'Helena Prado', company: company.id })
    const link = await buildAction(office.root, {
      campaign: (await buildCampaign(office.root, { brand: brand.id })).id,
      affiliate: affiliate.id,
    })
    for (const [resource, record, query] of [
      ['partner', partner, { name: 'HELENA PRADO' }],
      ['partner', partner, { token: String(partner.token) }],
      ['action', link, { token: String(link.token) }],
    ] as const) {
      expect(
        (await ask(resource, resource === 'partner' ? { ...query, company: String(company.id) } : query)).body,
      ).toEqual({ exists: true, records: [{ id: record.id, name: record.name }] })
    }
    expect((await ask('user', { email: 'root@office.test' })).body.records).toHaveLength(1)
  })
})

describe('looking for another record with a value', () => {
  test('compares whole values, documents in the form of their type', async () => {
    expect((await duplicates({ name: 'Conceição' })).body.exists).toBe(false)
    expect((await duplicates({ document: '529.982.247-25', documentType: 'passport' })).body.exists).toBe(false)
  })

  test("says of what must be unique that it exists outside one's scope, without naming it; of anything else nothing", async () => {
    const stranger = await buildStaff(office.app, office.root, {
      company: company.id,
      roles: ['affiliate', 'financial'],
    })
    expect((await duplicates({ cpf }, stranger)).body).toEqual({ exists: true, records: [] })
    expect((await duplicates({ name: 'Conceição Araújo' }, stranger)).body).toEqual({ exists: false, records: [] })
    expect((await duplicates({ document: cpf }, stranger)).body).toEqual({ exists: false, records: [] })
  })

  test("tells nothing of another company, whose values stand in nobody's way", async () => {
    const stranger = await buildStaff(office.app, office.root, { roles: ['affiliate', 'financial'] })
    const queries: Record<string, string>[] = [
      { cpf },
      { email: known.email },
      { name: known.name },
      { cpf, company: String(company.id) },
    ]
    for (const query of queries) {
      expect((await duplicates(query, stranger)).body).toEqual({ exists: false, records: [] })
    }
    expect((await ask('affiliate', { cpf })).body).toEqual({ exists: false, records: [] })
  })

  test('refuses fields that are not compared, unknown or hidden', async () => {
    const staff = await staffWith(['affiliate'])
    expect((await duplicates({ paymentKey: 'x' }, staff)).status).toBe(400)
    expect((await duplicates({ alias: 'x' })).status).toBe(400)
    expect((await duplicates({ nothing: 'x' })).status).toBe(400)
    expect((await duplicates({})).status).toBe(400)
    expect((await duplicates({ cpf, except: 'abc' })).status).toBe(400)
    expect((await duplicates({ cpf, email: 'a@b.example' })).status).toBe(400)
    expect((await duplicates({ name: 'a\u0000' })).status).toBe(400)
    expect((await duplicates({ cpf }, await staffWith(['campaign']))).status).toBe(403)
  })

  test('finds nothing for what is no value yet', async () => {
    expect((await duplicates({ cpf: '529' })).body).toEqual({ exists: false, records: [] })
    expect((await duplicates({ cpf: uniqueCpf() })).body).toEqual({ exists: false, records: [] })
  })
})
