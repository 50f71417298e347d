import { randomInt } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { ownerFor } from '#engine/declaration/actor.ts'
import { columnName, tableName } from '#engine/declaration/derive/table.ts'
import { ownerField, uniqueWithin } from '#engine/declaration/derive/unique.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { slugify, slugLengthMax } from '#engine/values/text.ts'
import { validationError } from '#engine/server/http/errors.ts'
import { containsPattern } from '#engine/server/database/soughtText.ts'

const tokenAlphabet = '0123456789abcdefghijklmnopqrstuvwxyz'
/** 20 of 36 characters: 103 bits, more than anybody can guess or meet by chance. */
const tokenLength = 20
const suffixLength = 7

/** A public name that cannot be guessed, with its kind before it: `af` + 20 characters. */
export function makeToken(prefix: string): string {
  return prefix + Array.from({ length: tokenLength }, () => tokenAlphabet[randomInt(tokenAlphabet.length)]).join('')
}

interface Making {
  readonly transaction: Kysely<any>
  readonly resource: AnyResource
  readonly values: AnyRecord
  readonly actor: Parameters<typeof ownerFor>[0]
}

/** The slug of a name that no record has that it is compared with: `summer`, else `summer-2`, `summer-3`, … */
async function freeSlug({ transaction, resource, values }: Making, name: string): Promise<string> {
  const field = resource.fields[name]!
  const within = uniqueWithin(field)
  const source = values[field.from!]
  const compared =
    within === null ? sql`true` : sql`${sql.ref(columnName(within))} = ${String(values[within])}::text::bigint`
  const base = (slugify(String(source ?? '')) || slugify(resource.name))
    .slice(0, slugLengthMax - suffixLength)
    .replace(/-+$/, '')
  const column = sql.ref(columnName(name))
  // Whoever makes a record of the same name at the same time waits here, and then sees this one's.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`slug ${resource.name} ${base}`}::text, 0))`.execute(
    transaction,
  )
  const { rows } = await sql<{ slug: string }>`select ${column} as slug from ${sql.table(tableName(resource.name))}
    where (${column} = ${base}::text or ${column} like ${containsPattern(`${base}-`).slice(1)}::text)
      and ${compared}`.execute(transaction)
  const taken = new Set(rows.map(({ slug }) => slug))
  if (!taken.has(base)) return base
  for (let number = 2; ; number += 1) if (!taken.has(`${base}-${number}`)) return `${base}-${number}`
}

/**
 * Whose the record is where nobody says it: the company of whoever writes.
 * @throws ApiError where that one has none.
 */
function ownValues({ resource, values, actor }: Making): AnyRecord {
  const name = ownerField(resource.fields)
  if (name === null || (values[name] ?? null) !== null) return {}
  const owner = ownerFor(actor)
  if (owner === null) throw validationError([{ field: name, code: 'required' }])
  return { [name]: owner }
}

/** The values the server makes itself where a new record leaves them empty: whose it is, tokens, slugs and first states. */
export async function generatedValues(making: Making): Promise<AnyRecord> {
  const { resource } = making
  const generated = ownValues(making)
  const values = { ...making.values, ...generated }
  for (const [name, field] of Object.entries(resource.fields)) {
    if ((values[name] ?? null) !== null) continue
    // Nobody gives it: a record begins with it, as with the state from which decisions lead.
    if (field.readOnly && field.default !== undefined) generated[name] = field.default
    if (field.kind === 'token') generated[name] = makeToken(field.prefix!)
    if (field.kind === 'slug') generated[name] = await freeSlug({ ...making, values }, name)
  }
  return generated
}
