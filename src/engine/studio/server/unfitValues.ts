import { type Kysely, sql } from 'kysely'
import type { ConfigurationProblem } from '#engine/declaration/checks/configuration.ts'
import { columnName, tableName } from '#engine/declaration/derive/names.ts'
import type { FieldOverlay, Overlay } from '#engine/declaration/overlay/overlay.ts'

const namedMax = 5
type Found = Pick<ConfigurationProblem, 'where' | 'what' | 'how'>

interface Asked {
  readonly resource: string
  readonly field: string
  readonly said: FieldOverlay
}

/** The fields of which an overlay says something that stored values may contradict, where it did not say so before. */
function asked(before: Overlay, after: Overlay): Asked[] {
  const bounds = ({ kind, required, default: begins, unique, min, max }: FieldOverlay = {}) =>
    JSON.stringify([kind, required, begins, unique, min, max])
  return Object.entries(after.resources ?? {}).flatMap(([resource, { fields = {} }]) =>
    Object.entries(fields)
      .filter(([field, said]) => bounds(said) !== bounds(before.resources?.[resource]?.fields?.[field]))
      .map(([field, said]) => ({ resource, field, said })),
  )
}

async function problemsOf(db: Kysely<any>, { resource, field, said }: Asked): Promise<Found[]> {
  const { required, default: begins, unique, min, max, kind } = said
  // A column that is not there yet, or is switched off, is asked for in the same way.
  const value = sql`to_jsonb(record) ->> ${columnName(field)}::text`
  const from = sql`from ${sql.table(tableName(resource))} record`
  const count = async (condition: ReturnType<typeof sql>) => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count ${from} where ${condition}`.execute(db)
    return rows[0]!.count
  }
  const wrong = (option: string, what: string, how: string): Found => ({
    where: `${resource}.${field}.${option}`,
    what,
    how,
  })
  const problems: Found[] = []
  const lacking = required && begins === undefined ? await count(sql`${value} is null`) : 0
  if (lacking > 0)
    problems.push(wrong('required', `${lacking} records hold nothing there.`, 'Say what they get: default.'))
  if (unique) {
    const { rows } = await sql<{
      value: string
      count: number
    }>`select ${value} as value, count(*)::int as count ${from}
      where ${value} is not null group by 1 having count(*) > 1 order by 2 desc, 1 limit ${namedMax}::integer`.execute(
      db,
    )
    const named = rows.map((row) => `${row.value} (${row.count})`).join(', ')
    if (rows.length > 0)
      problems.push(wrong('unique', `Values are there more than once: ${named}.`, 'Change them first.'))
  }
  const size = kind === 'text' ? sql`char_length(${value})` : kind === 'integer' ? sql`(${value})::numeric` : null
  for (const [option, bound, beyond] of [
    ['min', min, sql`<`],
    ['max', max, sql`>`],
  ] as const) {
    const outside = size && bound !== undefined ? await count(sql`${size} ${beyond} ${bound}::numeric`) : 0
    if (outside > 0) problems.push(wrong(option, `${outside} records hold more or less.`, 'Change them first.'))
  }
  return problems
}

/** What stored values contradict of what an overlay says anew: what is empty, double, or out of bounds. */
export async function unfitValues(db: Kysely<any>, before: Overlay, after: Overlay): Promise<Found[]> {
  const found: Found[] = []
  for (const each of asked(before, after)) found.push(...(await problemsOf(db, each)))
  return found
}
