import { type Kysely, type RawBuilder, sql } from 'kysely'
import { asOfSql } from '#engine/server/database/systemHistory.ts'
import type { Day } from '#engine/values/calendar.ts'
import type { ReportReader } from './reportReader.ts'
import type { ReportRequest } from './reportQuestion.ts'
import { commonTables } from './sql/commonTables.ts'
import { factJoins } from './sql/dimensions.ts'
import { factScope } from './sql/readerScope.ts'
import { filterConditions, neededDimensions } from './sql/sourceParts.ts'

/**
 * The moment of the newest event a report counts, or null where there is none: of the last day with movement in the
 * range, so that one day's events are looked at, not all.
 */
export async function newestEvent(
  db: Kysely<any>,
  { question, reader }: { question: ReportRequest; reader: ReportReader },
): Promise<string | null> {
  const asked = { ...question, rows: [] }
  const tables = commonTables(asked, reader)
  const newest = async <Newest>(
    value: RawBuilder<unknown>,
    table: string,
    { from, to }: { from: Day; to: Day },
    attributed: RawBuilder<unknown>,
  ) => {
    const conditions = [...filterConditions({ ...asked, from, to }), factScope(reader, 'fact'), attributed]
    const {
      rows: [row],
    } = await asOfSql(
      sql<{ newest: Newest | null }>`${tables.length > 0 ? sql`with ${sql.join(tables)}` : sql``}
      select max(${value}) as newest from ${sql.table(table)} fact ${factJoins(neededDimensions(asked))}
        where ${sql.join(
          conditions,
          sql`
        and `,
        )}`,
      question.knownAt,
    ).execute(db)
    return row?.newest ?? null
  }
  const day = await newest<Day>(sql`fact.day`, 'movement', question, sql`true`)
  if (day === null) return null
  const at = await newest<Date>(sql`fact.occurred_at`, 'event', { from: day, to: day }, sql`fact.affiliate is not null`)
  return at?.toISOString() ?? null
}
