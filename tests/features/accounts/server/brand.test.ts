import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildBrand, buildCompany } from '#tests/support/builders.ts'
import { type Office, openOffice } from '#tests/support/office.ts'

let office: Office
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())

describe('a brand', () => {
  test('is made, read and listed with its defaults', async () => {
    const company = await buildCompany(office.root)
    const brand = await buildBrand(office.root, { name: 'Copa São João', company: company.id, minimumPayout: 12.5 })
    expect(brand).toMatchObject({
      name: 'Copa São João',
      slug: 'copa-sao-joao',
      company: company.id,
      currency: 'BRL',
      minimumPayout: 12.5,
      version: 1,
    })
    expect(brand.createdAt).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
    expect((await office.root.get(`/api/brand/${brand.id}`)).body).toEqual(brand)
    const list = await office.root.get(
      `/api/brand?filter=${encodeURIComponent(JSON.stringify({ company: company.id }))}&range=[0,24]&sort=["name","ASC"]`,
    )
    expect(list.body).toEqual([brand])
    expect(list.headers['content-range']).toBe('brand 0-0/1')
  })
})
