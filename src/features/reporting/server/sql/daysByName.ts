import { type RawBuilder, sql } from 'kysely'
import type { SettledRows } from '../cumulativeSums/readRows.ts'
import { cumulativeSources } from '../cumulativeSums/columns.ts'
import { factScope } from './readerScope.ts'
import type { Statement } from './reportSql.ts'
import { precomputedFacts } from './settledFacts.ts'
import { wideConditions } from './sourceParts.ts'
import { sources } from './sources.ts'
import { limitSql } from './windowSql.ts'

const tables = cumulativeSources.map(({ table }) => table)

/**
 * The keys of a window of affiliates' days in the order of the affiliates' names, as the table `in_window`: days are
 * read of one affiliate after the other, until it is full.
 */
export function daysByName(
  { question, reader, stored, label }: Statement,
  { affiliates }: SettledRows,
): RawBuilder<unknown> {
  const [affiliate, name] = label.columns
  const moved = precomputedFacts({ ...question, rows: ['affiliate'], settled: affiliates }, tables, [])
  const { union } = sources({
    question: { ...question, within: sql`fact.affiliate = named.affiliate` },
    reader,
    stored: [],
    deciding: stored,
  })
  return sql`in_window as materialized (select named.affiliate, own.day
    from (select ${affiliate!.value} as affiliate, ${name!.value} as name
        from (select distinct fact.affiliate from ${moved} fact
          where ${sql.join([...wideConditions(question), factScope(reader, 'fact')], sql` and `)}) line
        ${label.joins} order by 2, 1) named
      cross join lateral (select distinct part.day from (${union}) part) own
    order by named.name, named.affiliate, own.day ${limitSql(question.window)})`
}
