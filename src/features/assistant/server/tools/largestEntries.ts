import { sql } from 'kysely'
import { resources } from '#resources/index.ts'
import { actorWithRoles } from '#engine/auth/server/actorWithRoles.ts'
import { readSelfAs } from '#engine/server/database/rowSecurity/openRowSecurity.ts'
import { explainEntry } from '#features/commission/server/explanation/explainEntry.ts'
import { type Asked, holdsAll } from './tool.ts'

/** Who is told how an entry came about. */
export const explainRoles = ['entryByAffiliate'] as const

const entriesShown = 3

/**
 * The largest entries of an affiliate on some days, each by its stored steps: which tier held, what was carried over,
 * what was deducted. Null for who may not open entries.
 */
export async function largestEntries(
  by: Asked,
  { affiliate, from, to, currency }: { affiliate: number; from: string; to: string; currency?: string | undefined },
): Promise<object[] | null> {
  if (!holdsAll(by, explainRoles)) return null
  const { context, request, origin } = by
  const actor = await actorWithRoles(request, context, explainRoles)
  const db = readSelfAs(context.database, actor, 'by day')
  const { rows } = await sql<{ id: number }>`select id from entry where affiliate = ${affiliate}::bigint
    and kind = 'commission' and day between ${from}::text::date and ${to}::text::date
    ${currency === undefined ? sql`` : sql`and currency = ${currency}::text`}
    order by abs(value) desc, id limit ${sql.lit(entriesShown)}`.execute(db)
  return Promise.all(
    rows.map(async ({ id }) => {
      const { entry, lines } = await explainEntry(db, { actor, id: String(id) })
      return {
        entry: entry.id,
        day: entry.day,
        value: entry.value,
        currency: entry.currency,
        lines,
        url: `${origin}${resources.entry.path}/${id}`,
      }
    }),
  )
}
