import { type Kysely, sql } from 'kysely'
import type { ProvedSite, SiteDecided } from '../answers/sites.ts'
import type { Database } from '#engine/server/database/connect.ts'
import { firstRow } from '#engine/server/database/rows.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { proveLogLine } from '#engine/activityLog/server/proof/proveLine.ts'
import { sealActivityLog } from '#engine/activityLog/server/sealActivityLog.ts'
import type { Hash } from '#lib/merkleLog/merkleTree.ts'

interface DecisionRow extends Omit<SiteDecided, 'decidedAt' | 'decidedBy' | 'declaredBy'> {
  readonly decidedAt: Date
  readonly decidedBy: string
  readonly declaredBy: string | null
}

/** What was decided about a site, the newest first; who did and declared is left out of what the affiliate reads. */
export async function readDecisions(
  db: Kysely<any>,
  site: number,
  { hasPeople }: { hasPeople: boolean },
): Promise<SiteDecided[]> {
  const { rows } = await sql<DecisionRow>`select id, declaration, digest, redacted, decision, decided_at as "decidedAt",
      decided_by as "decidedBy", declared_by as "declaredBy", reason
    from site_decision where site = ${site}::bigint order by id desc`.execute(db)
  return rows.map(({ decidedBy, declaredBy, decidedAt, ...row }) => ({
    ...row,
    decidedAt: decidedAt.toISOString(),
    ...(hasPeople ? { decidedBy, declaredBy } : {}),
  }))
}

const partsOf = new WeakMap<Database, Map<number, Hash>>()

/**
 * The approval of a site that holds last, with what leads from its line of the log to the log's signed head.
 * @throws ApiError `site_never_approved`, `log_not_whole`
 */
export async function proveSite(database: Database, site: number): Promise<ProvedSite> {
  const found = await firstRow(
    database.db,
    sql<
      Pick<ProvedSite, 'declaration' | 'digest' | 'redacted'> & { id: string }
    >`select line.id::text as id, decision.declaration, decision.digest, decision.redacted
      from site_decision decision join activity_log line on line.object = 'affiliateSite'
        and line.object_id = decision.site::text and line.operation = 'approve'
        and line.changes -> 0 ->> 'after' = decision.digest and line.sys_redacted is null
      where decision.site = ${site}::bigint and decision.decision = 'approved'
      order by decision.id desc, line.id desc limit 1`,
  )
  if (!found) throw new ApiError('site_never_approved')
  await sealActivityLog(database)
  const known = partsOf.get(database) ?? new Map<number, Hash>()
  partsOf.set(database, known)
  const reading = database.db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  const proved = await reading.execute((db) => proveLogLine(db, { id: found.id, known }))
  const { id: _, ...approved } = found
  return { ...approved, ...proved }
}
