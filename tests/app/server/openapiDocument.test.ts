import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resources } from '#resources/index.ts'
import { type Office, openOffice } from '#tests/support/office.ts'

let office: Office
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())

describe('the OpenAPI document', () => {
  test('describes every entity by its declaration, and every route has a tag or a path of its own', async () => {
    const { body } = await office.nobody.get('/openapi.json')
    expect(body.openapi).toBe('3.1.0')
    for (const name of Object.keys(resources)) {
      expect(Object.keys(body.paths[`/api/${name}`])).toEqual(expect.arrayContaining(['get', 'post']))
      expect(Object.keys(body.paths[`/api/${name}/{id}`])).toEqual(expect.arrayContaining(['get', 'put', 'delete']))
    }
    const created = body.paths['/api/affiliate'].post.requestBody.content['application/json'].schema
    expect(created.properties.documentType.enum).toEqual(['email', 'cpf', 'cnpj', 'passport'])
    // Of who lives in Brazil alone.
    expect(created.properties).toHaveProperty('cpf')
    expect(created.required).toContain('name')
    expect(created.required).not.toContain('cpf')
    expect(
      body.paths['/api/affiliate/payment_type'].post.requestBody.content['application/json'].schema.properties,
    ).toHaveProperty('paymentType')
    expect(body.paths).toHaveProperty('/login')
    expect(body.paths['/api/affiliate'].get.responses['200'].headers['Content-Range'].schema).toEqual({
      type: 'string',
    })
  })

  test('can be read as a page that keeps to the content policy', async () => {
    const docs = await office.nobody.get('/docs')
    expect(docs.status).toBe(200)
    expect(docs.body).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>/)
  })
})
