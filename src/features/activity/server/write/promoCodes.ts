import { sql } from 'kysely'
import type { Day } from '#engine/values/calendar.ts'
import { arrayOf } from '#engine/server/database/arrays.ts'
import type { IngestContext } from './ingestContext.ts'

/** The link that a code stands for, and the last day on which it counts; null where it counts for good. */
export interface CodedLink {
  readonly action: number
  readonly until: Day | null
}

/** The codes of a brand that events name, as far as they count. */
export async function loadCodes(
  { trx, brand }: IngestContext,
  codes: readonly string[],
): Promise<Map<string, CodedLink>> {
  if (codes.length === 0) return new Map()
  const { rows } = await sql<CodedLink & { code: string }>`select code, action, valid_until::text as until
    from promo_code where brand = ${brand.id}::bigint and state = 'active'
      and code = any(${arrayOf('text', codes)})`.execute(trx)
  return new Map(rows.map(({ code, ...link }) => [code, link]))
}
