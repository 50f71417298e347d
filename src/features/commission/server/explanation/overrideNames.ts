import { type Kysely, sql } from 'kysely'
import { tableName } from '#engine/declaration/derive/table.ts'
import { overrideCriteria } from '#rules/deals/overrides.ts'
import { formatDay } from '#engine/values/shownTime.ts'
import type { DealOverride } from '#rules/deals/terms.ts'
import { idArray } from '#engine/server/database/arrays.ts'

/** The resources that words of an override name records of. */
const targets = { brand: 'brand', subBrand: 'subBrand', campaign: 'campaign', link: 'action' } as const

type Target = keyof typeof targets

/**
 * What the words of overrides are called, each in their own order; the number of a record that is not there any more.
 * @returns says it of one of them
 */
export async function overrideNames(
  db: Kysely<any>,
  overrides: readonly Partial<DealOverride>[],
): Promise<(override: Partial<DealOverride>) => string[]> {
  const names = new Map<string, string>()
  for (const word of Object.keys(targets) as Target[]) {
    const ids = overrides.flatMap((override) => override[word] ?? [])
    if (ids.length === 0) continue
    const { rows } = await sql<{ id: number; name: string }>`select id, name
      from ${sql.table(tableName(targets[word]))} where id = any(${idArray(ids)})`.execute(db)
    for (const { id, name } of rows) names.set(`${word} ${id}`, name)
  }
  return (override) =>
    Object.entries(overrideCriteria(override)).map(([word, value]) =>
      word in targets
        ? (names.get(`${word} ${value}`) ?? `#${value}`)
        : word === 'registeredBefore'
          ? `< ${formatDay(String(value))}`
          : String(value),
    )
}
