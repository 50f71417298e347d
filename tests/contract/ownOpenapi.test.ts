import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Office, openOffice } from '#tests/support/office.ts'

type Document = { paths: Record<string, Record<string, any>> }

let office: Office
let own: Document
let whole: Document
beforeAll(async () => {
  office = await openOffice()
  own = (await office.nobody.get('/docs/affiliate/json')).body
  whole = (await office.nobody.get('/openapi.json')).body
})
afterAll(() => office.close())

const operationsOf = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`))
const schemaOf = (content: any) => content['application/json'].schema

describe('the document of affiliates', () => {
  test('holds what is open to them, how they sign in, and nothing else', () => {
    const operations = operationsOf(own)
    expect(operations).toEqual(
      expect.arrayContaining([
        'post /login/affiliate',
        'get /api/entry',
        'get /api/entry/{id}/explain',
        'post /api/action',
        'put /api/affiliate/{id}',
        'get /api/report/{name}',
        'post /api/signalTarget',
        'post /api/entry/{id}/note',
      ]),
    )
    for (const closed of ['post /login', 'get /api/user', 'get /api/affiliate/export', 'delete /api/affiliate/{id}'])
      expect(operations).not.toContain(closed)
    expect(operations.length).toBeLessThan(operationsOf(whole).length / 3)
  })

  test('says of records what affiliates read and set alone', () => {
    const read = schemaOf(own.paths['/api/affiliate/{id}']!.get.responses['200'].content)
    expect(Object.keys(read.properties)).toContain('name')
    for (const hidden of ['rewardProfile', 'partner', 'paymentKey', 'company'])
      expect(Object.keys(read.properties)).not.toContain(hidden)
    const changed = schemaOf(own.paths['/api/affiliate/{id}']!.put.requestBody.content)
    expect(Object.keys(changed.properties).toSorted()).toEqual([
      'bic',
      'iban',
      'paymentKey',
      'paymentKeyType',
      'taxNumber',
      'totp',
      'version',
    ])
    const list = own.paths['/api/entry']!.get.parameters.find(({ name }: { name: string }) => name === 'filter')
    expect(list.description).toContain('day_gte')
    expect(list.description).not.toContain('partner')
  })

  test('is a page as well, and leaves the whole document whole', async () => {
    expect((await office.nobody.get('/docs/affiliate/')).status).toBe(200)
    expect(operationsOf(whole)).toContain('get /api/user')
  })
})
