import { reports } from '#resources/reports/index.ts'
import { resources } from '#resources/index.ts'
import { canReadOptions } from '#engine/declaration/derive/access.ts'
import { type EmbeddedNames, namesEmbeddedMax } from '../../answers/embeddedNames.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { pageSizeMax } from '../query/listParameters.ts'
import { readOptions } from '../options/recordOptions.ts'
import type { RecordRequest } from '../recordRequest.ts'

/** The ids of a reference field whose names are brought along. */
const idsIn = (value: unknown): number[] =>
  (Array.isArray(value) ? value.slice(0, namesEmbeddedMax) : [value]).filter(
    (id): id is number => typeof id === 'number',
  )

/**
 * The names of records of another kind, of those that are in this person's scope; of none where their names are not for
 * this person.
 */
async function namesOf(
  request: RecordRequest,
  target: string,
  ids: readonly number[],
): Promise<Readonly<Record<string, string>>> {
  const resource = (resources as Readonly<Record<string, AnyResource>>)[target]!
  if (ids.length === 0 || !canReadOptions({ actor: request.actor, resource, resources, reports })) return {}
  const { check: _, ...rest } = request
  const slices = Array.from({ length: Math.ceil(ids.length / pageSizeMax) }, (_none, index) =>
    ids.slice(index * pageSizeMax, (index + 1) * pageSizeMax).map(String),
  )
  const answers = await Promise.all(slices.map((id) => readOptions({ ...rest, resource }, { id })))
  return Object.fromEntries(
    answers.flatMap((answer) =>
      (JSON.parse(answer) as { id: number; name: string }[]).map(({ id, name }) => [id, name]),
    ),
  )
}

/**
 * A page of records with the names of what they refer to: each record gets `names: {field: {id: name}}`, so that nobody
 * has to ask for them afterwards.
 * @param body the records as JSON text
 */
export async function withNames(request: RecordRequest, body: string, embed: readonly string[]): Promise<string> {
  if (embed.length === 0) return body
  const records = JSON.parse(body) as AnyRecord[]
  const targetOf = (field: string) => request.resource.fields[field]!.target!
  const books = new Map(
    await Promise.all(
      [...new Set(embed.map(targetOf))].map(async (target) => {
        const fields = embed.filter((field) => targetOf(field) === target)
        const ids = [...new Set(records.flatMap((record) => fields.flatMap((field) => idsIn(record[field]))))]
        return [target, await namesOf(request, target, ids)] as const
      }),
    ),
  )
  const namesIn = (record: AnyRecord, field: string) =>
    Object.fromEntries(
      idsIn(record[field]).flatMap((id) => {
        const name = books.get(targetOf(field))![id]
        return name === undefined ? [] : [[id, name]]
      }),
    )
  const namesWith = (record: AnyRecord): EmbeddedNames =>
    Object.fromEntries(embed.map((field) => [field, namesIn(record, field)]))
  return JSON.stringify(records.map((record) => ({ ...record, names: namesWith(record) })))
}
