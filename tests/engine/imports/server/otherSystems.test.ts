import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAffiliate, buildBrand, type BuiltRecord, uniqueCpf } from '#tests/support/builders.ts'
import { type Office, openOffice } from '#tests/support/office.ts'

let office: Office
let brand: BuiltRecord
beforeAll(async () => {
  office = await openOffice()
  brand = await buildBrand(office.root)
})
afterAll(() => office.close())

const check = async (file: string | Buffer, mapping: object = {}) => {
  const given = {
    defaults: { brands: `#${brand.id}`, company: `#${String(brand.company)}` },
    source: 'old',
    ...mapping,
  }
  const answer = await office.app.inject({
    method: 'POST',
    url: `/api/affiliate/import?${new URLSearchParams({ dryRun: 'true', mapping: JSON.stringify(given) }).toString()}`,
    headers: { authorization: `Bearer ${office.root.token}`, 'content-type': 'text/csv' },
    payload: file,
  })
  return { status: answer.statusCode, body: answer.json() }
}
const namesOf = async ({ id }: { id: number }) =>
  (await office.root.get(`/api/import/${id}/rows`)).body.map(({ name }: { name: string }) => name)
const fieldsOf = ({ columns }: { columns: { head: string; field: string | null }[] }) =>
  Object.fromEntries(columns.map(({ head, field }) => [head, field]))

describe('a file of affiliates that another system wrote', () => {
  it.each(['Total;2;', 'Total geral: 2;;', 'TOTAL (2);;\r\n;;', 'Totais;2;2\r\nTotal;R$ 2,00;'])(
    'ends with the sum %j, which is no affiliate',
    async (sum) => {
      const { body } = await check(`ID;Nome;E-mail\r\n5;Ana;ana@old.test\r\n6;Bia;bia@old.test\r\n${sum}\r\n`)
      expect(body).toMatchObject({ rows: 2, created: 2, refused: [] })
    },
  )

  it('keeps an affiliate who is called as a sum is', async () => {
    const { body } = await check('ID;Nome;E-mail\n5;Ana;ana@old.test\n6;Total;total@old.test\n')
    expect(await namesOf(body)).toEqual(['Ana', 'Total'])
  })

  it('may head two columns alike: the first counts, and each can be told apart', async () => {
    const file = 'ID,Name,Name,Email\n5,Ana,Ana Reis,ana@old.test\n'
    const { body } = await check(file)
    expect(fieldsOf(body)).toEqual({ ID: 'externalId', Name: 'name', 'Name #2': null, Email: 'email' })
    expect(await namesOf(body)).toEqual(['Ana'])
    const other = await check(file, { columns: { Name: null, 'Name #2': 'name' } })
    expect(await namesOf(other.body)).toEqual(['Ana Reis'])
  })

  it.each([
    ['Company name;First name;Last name', 'ACME;Ana;Reis'],
    ['First name;Last name;Company name', 'Ana;Reis;ACME'],
    ['Razão social;Nome;Sobrenome', 'ACME;Ana;Reis'],
  ])('takes the names of %s from those that stand together', async (heads, cells) => {
    const { body } = await check(`ID;${heads};E-mail\n5;${cells};ana@old.test\n`)
    expect(await namesOf(body)).toEqual(['Ana Reis'])
  })

  it('takes a firm’s name for the affiliate’s where there is no other', async () => {
    const { body } = await check('Código;Razão social;E-mail\n5;ACME Ltda;acme@old.test\n')
    expect(await namesOf(body)).toEqual(['ACME Ltda'])
  })

  it.each(['Created At', 'Created At;Updated At'])(
    'never takes its ids for those of records here: %s',
    async (heads) => {
      const cpf = uniqueCpf()
      const own = await buildAffiliate(office.root, { brands: [brand.id], name: 'Own', cpf })
      const moments = heads.split(';').map(() => '2025-01-01 10:00:00')
      const { body } = await check(`ID;Name;Email;${heads}\n${own.id};Theirs;theirs@old.test;${moments.join(';')}\n`)
      expect(body).toMatchObject({ created: 1, updated: 0, refused: [] })
      expect(fieldsOf(body)).toMatchObject({ ID: 'externalId' })
    },
  )

  it.each([
    ['HTML that calls itself a workbook', '<html><body><table><tr><td>ID</td></tr></table></body></html>'],
    ['a web page', '<!DOCTYPE html>\n<html></html>'],
    ['XML', '<?xml version="1.0"?><Workbook/>'],
    ['JSON', '[{"id": 5, "name": "Ana"}]'],
  ])('that is %s is to be saved as CSV or XLSX', async (_, file) => {
    const { status, body } = await check(file)
    expect([status, body.code]).toEqual([422, 'import_unreadable'])
  })
})
