import { sql } from 'kysely'
import { z } from 'zod'
import { resources } from '#resources/index.ts'
import { can, readableFields } from '#engine/declaration/derive/access.ts'
import { listAddress } from '#engine/declaration/derive/address.ts'
import { comparedKind, filterOperators, isSortable } from '#engine/declaration/derive/filters.ts'
import type { Field } from '#engine/declaration/fields/index.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { requestOrigin } from '#engine/auth/server/requestOrigin.ts'
import { idArray } from '#engine/server/database/arrays.ts'
import { isObject } from '#engine/server/http/bodies.ts'
import { listRecords } from '#engine/records/server/operations/list.ts'
import { readRecord } from '#engine/records/server/operations/read.ts'
import { logPersonalDataAccess, type PersonalRead } from '#features/compliance/server/personalReads.ts'
import { type Asked, tool, type Tool, type ToolAnswer } from './tool.ts'

const all = Object.values(resources) as unknown as AnyResource[]
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const rowsMax = 100
const rowsUsual = 25

/** Fields of these kinds hold texts that people type. */
const typedKinds: ReadonlySet<string> = new Set(['text', 'email', 'url', 'slug', 'list', 'blocks', 'computed'])
const isTyped = (field: Field) => typedKinds.has(field.kind) || field.target !== undefined

const value = z.union([z.string().max(200), z.number(), z.boolean(), z.null()])
const filterValue = z.union([value, z.array(value).max(200)])

/** What a list can be narrowed by, as the API takes it: the field, and with a suffix from, to and a part of the text. */
function filterOf(resource: AnyResource, fields: readonly string[], { translate }: Asked) {
  const suffixes: Readonly<Record<string, string>> = { gte: '_gte', lte: '_lte', like: '_like', type: '_type' }
  const entries = fields.flatMap((name) => {
    const field = resource.fields[name]!
    const label = translate(`resources.${resource.name}.fields.${name}`)
    const choices = field.choices ? ` (${field.choices.values.join(', ')})` : ''
    const type = filterValue.optional().describe(`${label}${choices}`)
    return filterOperators(field).flatMap((operator) => [
      [`${name}${suffixes[operator] ?? ''}`, suffixes[operator] ? filterValue.optional() : type] as const,
    ])
  })
  return z.strictObject({ ...Object.fromEntries(entries), q: z.string().max(200).optional() })
}

const isMoney = (field: Field | undefined) => field !== undefined && comparedKind(field) === 'money'

/** The company of a record, which may be told with its name. */
function companyOf(record: AnyRecord, resource: AnyResource): number {
  const { company } = record
  return Number(resource.name === resources.company.name ? record['id'] : isObject(company) ? company['id'] : company)
}

/**
 * The records, their amounts with a currency: the record's own, else that of its company's first brand, by which the
 * rules of a company are reckoned too.
 */
async function withCurrencies(
  { context }: Asked,
  records: readonly AnyRecord[],
  resource: AnyResource,
): Promise<AnyRecord[]> {
  const money = Object.keys(resource.fields).filter((name) => isMoney(resource.fields[name]))
  if (money.length === 0) return [...records]
  const without = records.filter(({ currency }) => typeof currency !== 'string')
  const companies = [...new Set(without.map((record) => companyOf(record, resource)).filter(Number.isSafeInteger))]
  const { rows } =
    companies.length === 0
      ? { rows: [] }
      : await sql<{ company: number; currency: string }>`select distinct on (company) company, currency from brand
          where company = any(${idArray(companies)}) order by company, id`.execute(context.database.readDb)
  const ofCompany = new Map(rows.map(({ company, currency }) => [Number(company), currency]))
  return records.map((record) => {
    const own = record['currency']
    const currency = typeof own === 'string' ? own : ofCompany.get(companyOf(record, resource))
    if (currency === undefined) return record
    const amounts = money.filter((name) => typeof record[name] === 'number')
    return { ...record, ...Object.fromEntries(amounts.map((name) => [name, { amount: record[name], currency }])) }
  })
}

const recordUrl = ({ origin }: Asked, resource: AnyResource, id: unknown) => `${origin}${resource.path}/${String(id)}`

function noteRead({ context, request, actor }: Asked, read: Omit<PersonalRead, 'address' | 'actor'>): void {
  logPersonalDataAccess(context, { actor, ...read, address: requestOrigin(request).address })
}

const typedIn = (resource: AnyResource, fields: readonly string[]) =>
  fields.filter((name) => isTyped(resource.fields[name]!))

function listTool(resource: AnyResource, asked: Asked): Tool {
  const { actor, translate } = asked
  const fields = readableFields({ actor, resource })
  const sortable = ['id', ...fields.filter((name) => isSortable(resource.fields[name]!))]
  const references = fields.filter((name) => resource.fields[name]!.target !== undefined)
  const plural = translate(`resources.${resource.name}.name`, { smart_count: 2 })
  return tool({
    name: `list_${snake(resource.name)}`,
    title: plural,
    description: translate('assistant.tools.list', { name: plural }),
    scope: 'records',
    input: () =>
      z.strictObject({
        filter: filterOf(resource, fields, asked).optional(),
        sort: z.enum(sortable as [string, ...string[]]).optional(),
        direction: z.enum(['ASC', 'DESC']).optional(),
        limit: z.int().min(1).max(rowsMax).optional().describe(`${rowsUsual}`),
        offset: z.int().min(0).max(1_000_000).optional(),
      }),
    async run(by, { filter = {}, sort, direction = 'ASC', limit = rowsUsual, offset = 0 }): Promise<ToolAnswer> {
      const request = { context: by.context, actor: by.actor, resource, origin: by.origin }
      const { body, contentRange } = await listRecords(request, {
        filter: JSON.stringify(filter),
        range: JSON.stringify([offset, offset + limit - 1]),
        ...(sort === undefined ? {} : { sort: JSON.stringify([sort, direction]) }),
        embed: JSON.stringify(
          references.filter((name) => ['reference', 'references'].includes(resource.fields[name]!.kind)),
        ),
      })
      const found = await withCurrencies(by, JSON.parse(body) as AnyRecord[], resource)
      const rows = found.map((row) => ({ ...row, url: recordUrl(by, resource, row['id']) }))
      noteRead(by, { resource, how: 'list', count: rows.length })
      const count = Number(contentRange.split('/')[1])
      const next = offset + rows.length < count ? offset + rows.length : null
      return {
        data: { rows, count, nextOffset: next, labels: labelsOf(resource, fields, by) },
        typedByPeople: typedIn(resource, fields),
        url: `${by.origin}${listAddress(resource)}`,
      }
    },
  })
}

const labelsOf = (resource: AnyResource, fields: readonly string[], { translate }: Asked) =>
  Object.fromEntries(fields.map((name) => [name, translate(`resources.${resource.name}.fields.${name}`)]))

function readTool(resource: AnyResource, asked: Asked): Tool {
  const name = asked.translate(`resources.${resource.name}.name`, { smart_count: 1 })
  return tool({
    name: `read_${snake(resource.name)}`,
    title: name,
    description: asked.translate('assistant.tools.read', { name: name }),
    scope: 'records',
    input: () => z.strictObject({ id: z.int().min(1).max(Number.MAX_SAFE_INTEGER) }),
    async run(by, { id }): Promise<ToolAnswer> {
      const request = { context: by.context, actor: by.actor, resource, origin: by.origin }
      const record = JSON.parse(await readRecord(request, String(id))) as unknown
      noteRead(by, { resource, how: 'record', id: String(id), count: 1 })
      const fields = readableFields({ actor: by.actor, resource })
      return {
        data: {
          record: isObject(record) ? (await withCurrencies(by, [record], resource))[0] : record,
          labels: labelsOf(resource, fields, by),
        },
        typedByPeople: typedIn(resource, fields),
        url: recordUrl(by, resource, id),
      }
    },
  })
}

/** What leads to the page on which something is changed: nothing is written by a program. */
function changeTool(asked: Asked, changeable: readonly AnyResource[]): Tool {
  const names = changeable.map(({ name }) => name) as [string, ...string[]]
  return tool({
    name: 'open_page_to_change',
    title: asked.translate('assistant.tools.changeTitle'),
    description: asked.translate('assistant.tools.change'),
    scope: 'records',
    input: () => z.strictObject({ entity: z.enum(names), id: z.int().min(1).max(Number.MAX_SAFE_INTEGER).optional() }),
    async run(by, { entity, id }): Promise<ToolAnswer> {
      const resource = resources[entity as keyof typeof resources] as unknown as AnyResource
      if (id !== undefined)
        await readRecord({ context: by.context, actor: by.actor, resource, origin: by.origin }, String(id))
      const mayCreate = can({ actor: by.actor, resource, operation: 'create' }) && !resource.madeElsewhere
      const made = mayCreate ? `${by.origin}${resource.path}/create` : `${by.origin}${listAddress(resource)}`
      return {
        data: { message: by.translate('assistant.changeMessage') },
        typedByPeople: [],
        url: id === undefined ? made : recordUrl(by, resource, id),
      }
    },
  })
}

/** Lists and records that a user may read, and the way to change one. */
export function recordTools(asked: Asked): Tool[] {
  const { actor } = asked
  const listed = all.filter((resource) => can({ actor, resource, operation: 'list' }))
  const changed = all.filter((resource) => can({ actor, resource, operation: 'update' }))
  return [
    ...listed.map((resource) => listTool(resource, asked)),
    ...listed.filter((resource) => can({ actor, resource, operation: 'read' })).map((each) => readTool(each, asked)),
    ...(changed.length > 0 ? [changeTool(asked, changed)] : []),
  ]
}
