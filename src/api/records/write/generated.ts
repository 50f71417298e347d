import { randomInt } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { columnName, tableName } from '../../../config/derive/table.ts'
import type { AnyRecord } from '../../../config/record.ts'
import type { AnyResource } from '../../../config/resource.ts'
import { slugify, slugLengthMax } from '../../../domain/text.ts'
import { containsPattern } from '../query/filterValues.ts'

const tokenAlphabet = '0123456789abcdefghijklmnopqrstuvwxyz'
/** 20 of 36 characters: 103 bits, more than anybody can guess or meet by chance. */
const tokenLength = 20
const suffixLength = 7

/** A public name that cannot be guessed, with its kind before it: `af` + 20 characters. */
export function makeToken(prefix: string): string {
  return prefix + Array.from({ length: tokenLength }, () => tokenAlphabet[randomInt(tokenAlphabet.length)]).join('')
}

/** The slug of a name that no record has: `summer`, else `summer-2`, `summer-3`, … */
async function freeSlug(transaction: Kysely<any>, resource: AnyResource, name: string, source: unknown): Promise<string> {
  const base = (slugify(String(source ?? '')) || slugify(resource.name)).slice(0, slugLengthMax - suffixLength).replace(/-+$/, '')
  const column = sql.ref(columnName(name))
  // Whoever makes a record of the same name at the same time waits here, and then sees this one's.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`slug ${resource.name} ${base}`}::text, 0))`.execute(transaction)
  const { rows } = await sql<{ slug: string }>`select ${column} as slug from ${sql.table(tableName(resource.name))}
    where ${column} = ${base}::text or ${column} like ${containsPattern(`${base}-`).slice(1)}::text`.execute(transaction)
  const taken = new Set(rows.map(({ slug }) => slug))
  if (!taken.has(base)) return base
  for (let number = 2; ; number += 1) if (!taken.has(`${base}-${number}`)) return `${base}-${number}`
}

/** The values the server makes itself where a new record leaves them empty: tokens and slugs. */
export async function generatedValues({ transaction, resource, values }: { transaction: Kysely<any>; resource: AnyResource; values: AnyRecord }): Promise<AnyRecord> {
  const generated: AnyRecord = {}
  for (const [name, field] of Object.entries(resource.fields)) {
    if ((values[name] ?? null) !== null) continue
    if (field.kind === 'token') generated[name] = makeToken(field.prefix!)
    if (field.kind === 'slug') generated[name] = await freeSlug(transaction, resource, name, values[field.from!])
  }
  return generated
}
