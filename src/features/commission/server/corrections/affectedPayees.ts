import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { ResourceName } from '#resources/index.ts'
import type { Day } from '#engine/values/calendar.ts'
import { firstRow } from '#engine/server/database/rows.ts'

/** Whose entries a dated rule is behind. */
export interface AffectedPayees {
  readonly affiliates: readonly number[]
  /** Whether what partners earn may follow. */
  readonly partners: boolean
}

type Finder = (id: string) => RawBuilder<unknown> | null

/** The affiliates that a rule of these resources may have earned by; null where it is partners' alone. */
const finders: { readonly [Name in ResourceName]?: Finder } = {
  reward: (id) => sql`select affiliate from affiliate_span where reward_profile in (
    select record from reward_profile_history where rewards @> array[${id}::text::bigint])`,
  rewardProfile: (id) => sql`select affiliate from affiliate_span where reward_profile = ${id}::text::bigint`,
  affiliate: (id) => sql`select ${id}::text::bigint as affiliate`,
  partner: () => null,
  partnerLevel: () => null,
}

/** Who may have earned by a rule. A dated rule that no commission is reckoned by concerns nobody's entries. */
export async function readConcerned(
  db: Kysely<any>,
  { object, id }: { object: string; id: string },
): Promise<AffectedPayees> {
  const find = (finders as Readonly<Record<string, Finder | undefined>>)[object]
  if (!find) return { affiliates: [], partners: false }
  const found = find(id)
  if (!found) return { affiliates: [], partners: true }
  const { rows } = await sql<{ affiliate: number }>`select distinct affiliate
    from (${found}) found order by 1`.execute(db)
  return { affiliates: rows.map(({ affiliate }) => affiliate), partners: true }
}

/**
 * The first day that a correction may change: the one from which it holds, or that of the first movement where an
 * affiliate had no profile before, because its first one holds from the beginning of time.
 */
export async function firstDay(
  db: Kysely<any>,
  { object, id, validFrom }: { object: string; id: string; validFrom: Day },
): Promise<Day> {
  if (object !== 'affiliate') return validFrom
  const first = sql<{
    day: Day | null
  }>`select least(${validFrom}::text::date, min(day))::text as day from movement_wide
    where affiliate = ${id}::text::bigint and not exists (select from affiliate_history
      where record = ${id}::text::bigint and reward_profile is not null and valid_from < ${validFrom}::text::date)`
  return (await firstRow(db, first))!.day ?? validFrom
}
