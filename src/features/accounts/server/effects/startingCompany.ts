import { type Kysely, sql } from 'kysely'
import { company } from '#resources/company.ts'
import { columnName } from '#engine/declaration/derive/names.ts'

type Fields = keyof typeof company.fields

/**
 * Makes a company without anybody's request: what is not given is as its declaration begins it.
 * @returns its id
 */
export async function insertStartingCompany(
  db: Kysely<any>,
  given: Partial<Record<Fields, string | number | readonly string[]>> & { name: string },
): Promise<number> {
  const declared = Object.entries(company.fields).flatMap(([name, field]) =>
    'default' in field && field.default !== undefined ? [[name, field.default] as const] : [],
  )
  const values = Object.entries({ ...Object.fromEntries(declared), ...given })
  const names = sql.join(values.map(([name]) => sql.id(columnName(name))))
  const { rows } = await sql<{ id: unknown }>`
    insert into company (${names}) values (${sql.join(values.map(([, value]) => value))}) returning id`.execute(db)
  return Number(rows[0]!.id)
}
