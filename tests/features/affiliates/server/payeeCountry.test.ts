import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAffiliate, buildCompany, buildPartner } from '#tests/support/builders.ts'
import { openPerson } from '#tests/support/person.ts'
import { openOffice, type Client, type Office } from '#tests/support/office.ts'

let office: Office
let root: Client
let like: Record<string, unknown>
beforeAll(async () => {
  office = await openOffice()
  root = office.root
  const { body } = await root.get(`/api/affiliate/${(await buildAffiliate(root)).id}`)
  like = { rewardProfile: body.rewardProfile, brands: body.brands, company: body.company }
})
afterAll(() => office.close())

let number = 0
const made = (values: Record<string, unknown>) => {
  number += 1
  return root.post('/api/affiliate', {
    name: `Payee ${number}`,
    email: `payee${number}@abroad.example`,
    documentType: 'passport',
    document: `P${1_000_000 + number}`,
    ...like,
    ...values,
  })
}
const partnerLike = async () => {
  const { company, partnerLevel, percentage } = (await root.get(`/api/partner/${(await buildPartner(root)).id}`)).body
  number += 1
  return { name: `Partner abroad ${number}`, company, partnerLevel, percentage }
}
const european = {
  country: 'mt',
  taxNumber: 'MT 1167-9112',
  iban: 'mt84 malt 0110 0001 2345 mtlc ast0 01s',
  bic: 'maltmtmt',
}

describe('a payee', () => {
  it('of Brazil needs its CPF, said or by its company', async () => {
    for (const country of [{}, { country: 'BR' }]) {
      const { status, body } = await made(country)
      expect([status, body.errors]).toEqual([400, { cpf: 'Must be filled in' }])
    }
    expect((await made({ cpf: '529.982.247-25' })).body).toMatchObject({ country: 'BR', cpf: '52998224725' })
  })

  it('of another country needs none, and is complete with a tax number and an account', async () => {
    const { status, body } = await made({ country: 'MT' })
    expect([status, body.country, body.cpf, body.isComplete]).toEqual([200, 'MT', null, false])
    const whole = await made(european)
    expect(whole.body).toMatchObject({
      country: 'MT',
      taxNumber: 'MT11679112',
      iban: 'MT84MALT011000012345MTLCAST001S',
      bic: 'MALTMTMT',
      isComplete: true,
    })
  })

  it.each([
    [{ ...european, taxNumber: 'MT11679113' }, 'taxNumber'],
    [{ ...european, iban: 'MT84MALT011000012345MTLCAST001T' }, 'iban'],
    [{ ...european, bic: 'MALT' }, 'bic'],
    [{ ...european, country: 'XX' }, 'country'],
    [{ ...european, paymentType: 'automatic', paymentKeyType: 'email' }, 'paymentKeyType'],
    [{ cpf: '39053344705', iban: european.iban }, 'iban'],
  ])('is refused with what is wrong: %j', async (values, field) => {
    const { status, body } = await made(values)
    expect([status, Object.keys(body.errors ?? {})]).toEqual([status === 422 ? 422 : 400, [field]])
  })

  it('of another country is paid automatically to its account, whatever its document is', async () => {
    const { status, body } = await made({ ...european, paymentType: 'automatic' })
    expect([status, body.paymentType, body.isComplete]).toEqual([200, 'automatic', true])
    const manual = (await made(european)).body
    const set = await root.post('/api/affiliate/payment_type', { ids: [manual.id], paymentType: 'automatic' })
    expect(set.body).toEqual({ changed: [manual.id], refused: [] })
  })

  it('that is a partner gives the same, checked and completed as an affiliate', async () => {
    const { body } = await root.post('/api/partner', {
      ...(await partnerLike()),
      country: 'MT',
      taxNumber: european.taxNumber,
    })
    expect(body).toMatchObject({ country: 'MT', taxNumber: 'MT11679112' })
    await sql`insert into entry (day, partner, kind, value, currency, status, payment_method)
      values ('2026-01-02', ${body.id}, 'adjustment', 100, 'BRL', 'pending', 'manual')`.execute(office.database.db)
    const said = { paidAt: '2026-02-02', reference: 'R', currency: 'BRL' }
    const refused = await root.post(`/api/payment/partner/${body.id}/manual`, said)
    expect([refused.body.code, refused.body.values?.fields]).toEqual(['incomplete_record', 'iban'])
    const wrong = await root.put(`/api/partner/${body.id}`, { version: body.version, iban: 'MT00' })
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([400, ['iban']])
    expect((await root.put(`/api/partner/${body.id}`, { version: body.version, iban: european.iban })).status).toBe(200)
    expect((await root.post(`/api/payment/partner/${body.id}/manual`, said)).status).toBe(200)
    const brazilian = await root.post('/api/partner', await partnerLike())
    expect([brazilian.status, brazilian.body.country]).toEqual([200, 'BR'])
  })

  it('enters its account in its own personal session, which it cannot read, and payments wait', async () => {
    const { body } = await made({ ...european, paymentType: 'automatic' })
    const { client } = await openPerson(office, body.id)
    const own = (await client.get(`/api/affiliate/${body.id}`)).body
    const changed = { version: own.version, iban: 'DE75 5121 0800 1245 1261 99', bic: 'soloDEDD' }
    const answer = await client.put(`/api/affiliate/${body.id}`, changed)
    expect([answer.status, answer.body.iban]).toEqual([200, undefined])
    expect((await root.get(`/api/affiliate/${body.id}`)).body.iban).toBe('DE75512108001245126199')
    const holds = (await root.get(`/api/payment/affiliate/${body.id}/holds`)).body.holds
    expect(holds).toMatchObject([{ cause: 'key_changed', approvalsNeeded: 2, releasedAt: null }])
    const { rows } = await sql<{ before: object }>`select before from access_change
      where affiliate = ${body.id} and kind = 'paymentKey'`.execute(office.database.db)
    expect(rows).toMatchObject([{ before: { iban: 'MT84MALT011000012345MTLCAST001S', bic: 'MALTMTMT' } }])
  })

  it('has the country of its company where nothing is said', async () => {
    const company = await buildCompany(root)
    await root.put(`/api/company/${company.id}`, { country: 'PT' })
    const { body } = await root.get(`/api/company/${company.id}`)
    expect(body.country).toBe('PT')
    const { status, body: answer } = await made({ company: company.id, brands: [], rewardProfile: null })
    // Brand and profile are missing, the CPF is not.
    expect([status, Object.keys(answer.errors).toSorted()]).toEqual([400, ['brands', 'rewardProfile']])
  })

  it('whom an import made without saying a country is one of Brazil', async () => {
    await sql`insert into affiliate (name, token, company, email, document_type, document, reward_profile, brands)
      values ('Imported', 'imported-1', ${like.company}, 'imported@abroad.example', 'passport', 'P99', ${like.rewardProfile},
        ${sql.lit(`{${(like.brands as number[]).join(',')}}`)}::bigint[])`.execute(office.database.db)
    const [found] = (await root.get(`/api/affiliate?filter=${encodeURIComponent(JSON.stringify({ q: 'imported-1' }))}`))
      .body
    expect([found.country, found.isComplete]).toEqual([null, false])
  })

  it('that becomes one of Brazil needs its CPF then', async () => {
    const { body } = await made(european)
    const { status, body: answer } = await root.put(`/api/affiliate/${body.id}`, {
      country: 'BR',
      version: body.version,
    })
    expect([status, answer.errors]).toEqual([400, { cpf: 'Must be filled in' }])
  })

  it('that is not complete earns and is not paid, and what is missing is named', async () => {
    const { body } = await made({ country: 'MT' })
    await sql`insert into entry (day, affiliate, kind, value, currency, status, payment_method)
      values ('2026-01-02', ${body.id}, 'adjustment', 100, 'BRL', 'pending', 'manual')`.execute(office.database.db)
    const said = { paidAt: '2026-02-02', reference: 'R', currency: 'BRL' }
    const refused = await root.post(`/api/payment/affiliate/${body.id}/manual`, said)
    expect([refused.status, refused.body.code, refused.body.values?.fields]).toEqual([
      422,
      'incomplete_record',
      'taxNumber, iban',
    ])
    const whole = { taxNumber: european.taxNumber, iban: european.iban, version: body.version }
    expect((await root.put(`/api/affiliate/${body.id}`, whole)).status).toBe(200)
    expect((await root.post(`/api/payment/affiliate/${body.id}/manual`, said)).status).toBe(200)
  })
})
