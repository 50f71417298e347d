import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resources } from '#resources/index.ts'
import type { Field } from '#engine/declaration/fields/index.ts'
import { filterOperators, isSortable } from '#engine/declaration/derive/filters.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import {
  buildAction,
  buildAffiliate,
  type BuiltRecord,
  buildBrand,
  buildCompany,
  buildStaff,
} from '#tests/support/builders.ts'
import { type Client, type Office, openOffice } from '#tests/support/office.ts'
import { listPath, writableEntities } from './entities.ts'

let office: Office
let company: number
let brand: number
beforeAll(async () => {
  office = await openOffice()
  company = (await buildCompany(office.root)).id
  brand = (await buildBrand(office.root, { company })).id
})
afterAll(() => office.close())

const systemFields = ['id', 'version', 'createdAt', 'updatedAt']
const fieldsOf = (name: string) =>
  Object.entries((resources as unknown as Record<string, AnyResource>)[name]!.fields) as [string, Field][]
const isHidden = (field: Field) => field.kind === 'password' || field.access?.read !== undefined
/** What filtering or sorting by a name that does not exist answers: a hidden field must answer the same. */
const unknownName = 'thereIsNoFieldOfThisName'

type Query = { filter?: unknown; sort?: unknown }

/** What the list answers; a file of all that matches must answer the same, or it would tell what the list does not. */
async function answerOf(client: Client, entity: string, query: Query): Promise<unknown> {
  const [list, file] = await Promise.all([client.get(listPath(entity, query)), client.get(exportPath(entity, query))])
  const [ofList, ofFile] = [list, file].map(({ status, body }) => (status === 200 ? 200 : [status, body.code]))
  expect(ofFile).toEqual(ofList)
  return ofList
}
const exportPath = (entity: string, query: Query & { columns?: unknown }) =>
  `${listPath(entity, query).replace('?', '/export?format=ndjson&')}${query.columns === undefined ? '' : `&columns=${encodeURIComponent(JSON.stringify(query.columns))}`}`

describe.each(writableEntities.filter(({ name }) => name !== 'company'))(
  '$name, for somebody with its role and no other',
  ({ name, build }) => {
    let client: Client
    let record: BuiltRecord
    beforeAll(async () => {
      const role = (resources as unknown as Record<string, AnyResource>)[name]!.access.role
      client = await buildStaff(office.app, office.root, { company, allowedBrands: [brand], roles: [role] })
      const own = {
        campaign: { brand },
        affiliate: {
          brands: [brand],
          paymentType: 'automatic',
          paymentKeyType: 'email',
          paymentKey: 'hidden-key@example.test',
        },
        subBrand: { brand },
        redirectHost: { brand },
        affiliateTag: { company },
        announcement: { company, brands: [brand] },
        media: { brand },
        signalTarget: { company, brands: [brand] },
        user: { company, allowedBrands: [brand] },
        reward: { company },
        rewardProfile: { company },
        partnerLevel: { company },
        partner: { company },
      } as Record<string, Record<string, unknown>>
      if (name === 'affiliateUser')
        own[name] = { affiliate: (await buildAffiliate(office.root, { brands: [brand] })).id }
      const campaign = name === 'action' ? await office.root.post('/api/campaign', { name: 'Own', brand }) : null
      // What hangs on a link or an affiliate hangs on one of this brand.
      if (name === 'promoCode' || name === 'affiliateSite' || name === 'pastPayment') {
        const affiliate = await buildAffiliate(office.root, { brands: [brand] })
        const own = await office.root.post('/api/campaign', { name: 'Of it', brand })
        const action = await buildAction(office.root, { campaign: own.body.id, affiliate: affiliate.id })
        record = await build(office.root, name === 'promoCode' ? { action: action.id } : { affiliate: affiliate.id })
        return
      }
      record =
        name === 'brand'
          ? (await office.root.get(`/api/brand/${brand}`)).body
          : await build(office.root, campaign ? { campaign: campaign.body.id } : (own[name] ?? {}))
    })

    test('shows the fields this role reads, and no other', async () => {
      const shown = Object.keys((await client.get(`/api/${name}/${record.id}`)).body)
      expect(shown.toSorted()).toEqual(
        [
          ...systemFields,
          ...fieldsOf(name).flatMap(([field, options]) => (isHidden(options) ? [] : [field])),
        ].toSorted(),
      )
      expect(Object.keys((await client.get(listPath(name, { filter: { id: [record.id] } }))).body[0])).toEqual(shown)
    })

    test('exports the fields this role reads, and no other; a hidden one is no column', async () => {
      const lines = String((await client.get(exportPath(name, { filter: { id: [record.id] } }))).body)
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
      expect(lines).toHaveLength(1)
      const inFiles = fieldsOf(name).flatMap(([field, options]) =>
        isHidden(options) || options.as === 'json' ? [] : [field],
      )
      expect(Object.keys(lines[0]).toSorted()).toEqual(['id', 'createdAt', 'updatedAt', ...inFiles].toSorted())
      const columnsAnswer = async (column: string) => {
        const { status, body } = await client.get(exportPath(name, { columns: [column] }))
        return status === 200 ? 200 : [status, body.code]
      }
      const unknown = await columnsAnswer(unknownName)
      expect(unknown).not.toBe(200)
      for (const [field] of fieldsOf(name))
        expect([field, await columnsAnswer(field)]).toEqual([field, inFiles.includes(field) ? 200 : unknown])
    })

    test('is not found by what is hidden', async () => {
      const values = fieldsOf(name).flatMap(([field, options]) =>
        isHidden(options) && typeof record[field] === 'string' && record[field].length > 6 ? [record[field]] : [],
      )
      if (name === 'affiliate') expect(values).toEqual(['hidden-key@example.test'])
      for (const q of values) {
        expect((await client.get(listPath(name, { filter: { q } }))).body).toEqual([])
        expect(String((await client.get(exportPath(name, { filter: { q } }))).body)).toBe('')
      }
    })

    test.each(fieldsOf(name))(
      'lets %s be filtered and sorted as its kind allows, and not at all where it is hidden',
      async (field, options) => {
        const unknownFilter = await answerOf(client, name, { filter: { [unknownName]: null } })
        const unknownSort = await answerOf(client, name, { sort: [unknownName, 'ASC'] })
        const mayFilter = !isHidden(options) && filterOperators(options).includes('equals')
        expect(await answerOf(client, name, { filter: { [field]: null } })).toEqual(mayFilter ? 200 : unknownFilter)
        for (const operator of ['gte', 'lte', 'like'] as const) {
          const may = !isHidden(options) && filterOperators(options).includes(operator)
          const answer = await answerOf(client, name, { filter: { [`${field}_${operator}`]: 'no such value' } })
          if (!may) expect(answer).toEqual(unknownFilter)
          else expect(answer).not.toEqual(unknownFilter)
        }
        expect(await answerOf(client, name, { sort: [field, 'DESC'] })).toEqual(
          !isHidden(options) && isSortable(options) ? 200 : unknownSort,
        )
      },
    )

    test.each(fieldsOf(name).filter(([, options]) => options.access?.write || options.readOnly || options.createOnly))(
      'does not let %s be written',
      async (field, options) => {
        if (options.kind === 'computed')
          return expect((await client.put(`/api/${name}/${record.id}`, { [field]: 'else' })).body[field]).toEqual(
            record[field],
          )
        const value =
          options.kind === 'boolean' ? true : (options.choices?.values.find((each) => each !== record[field]) ?? 'else')
        const answer = await client.put(`/api/${name}/${record.id}`, { [field]: value })
        expect([400, 403]).toContain(answer.status)
        expect(answer.body.details[field][0].code).toMatch(/^(read_only|create_only|field_forbidden)$/)
        expect((await office.root.get(`/api/${name}/${record.id}`)).body).toMatchObject({ version: record.version })
      },
    )
  },
)
