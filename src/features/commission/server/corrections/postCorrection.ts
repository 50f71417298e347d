import { sql } from 'kysely'
import { tableName } from '#engine/declaration/derive/table.ts'
import { businessDay } from '#engine/values/calendar.ts'
import { timestamp } from '#engine/server/database/rows.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { type WriteContext, writeAuditEntry, newValues } from '#engine/records/server/change.ts'
import { correctHistory } from '#engine/records/server/write/correctHistory.ts'
import { storedValues } from '#engine/records/server/write/storedValues.ts'
import { lateActivity } from '../close/adjustEntry.ts'
import type { CloseProblem } from '../calculation/types.ts'
import { type AffectedPayees, firstDay, readConcerned } from './affectedPayees.ts'
import { type Difference, digestOf, readDifferences, snapshotDue } from './differences.ts'
import type { PreparedCorrection } from './prepareCorrection.ts'
import { lockAffiliates, recompute } from './recomputeDays.ts'

/** What posting a correction came to. */
export interface Posted {
  readonly differences: readonly Difference[]
  /** Owners that the corrected rule stops, and that were not stopped before. */
  readonly problems: readonly CloseProblem[]
  readonly digest: string
}

/** A rule that reads every affiliate's month may take long; nothing may take for ever. */
const timeLimitMs = 120_000
const cancelledByTimeout = '57014'

/** Has the record itself, and its history, say what is corrected. */
async function writeValues(change: WriteContext, prepared: PreparedCorrection, correction: number): Promise<void> {
  const { db, at } = change
  const { resource, id, values, validFrom, present, presentChanges } = prepared
  await correctHistory({ transaction: db, resource, id, values, validFrom, correction })
  const assignments = storedValues({ resource, values: present }).map(({ column, value }) => sql`${column} = ${value}`)
  if (assignments.length > 0)
    await sql`update ${sql.table(tableName(resource.name))}
      set ${sql.join(assignments)}, version = version + 1, updated_at = ${timestamp(at)}
      where id = ${id}::text::bigint`.execute(db)
  const changes = [...presentChanges, ...newValues({ validFrom, correction })]
  await writeAuditEntry(change, { operation: 'correct', object: resource.name, objectId: id, changes })
}

const keyOf = ({ ownerKind, owner, currency, product, day }: CloseProblem) =>
  `${ownerKind} ${owner} ${currency} ${product ?? ''} ${day}`

/** All that may be computed, in what was and what will be. */
function together(one: AffectedPayees, other: AffectedPayees): AffectedPayees {
  const affiliates = [...new Set([...one.affiliates, ...other.affiliates])].toSorted((first, second) => first - second)
  return { affiliates, partners: one.partners || other.partners }
}

/**
 * Carries a correction out: first the days are brought up to what they are due without it, so that what came late is
 * told as such; then the rule is corrected and the same days are closed again, by the code that closes every day. What
 * differs is the correction's.
 * @throws ApiError `correction_too_large`
 */
export async function postCorrection(
  change: WriteContext,
  prepared: PreparedCorrection,
  correction: number,
): Promise<Posted> {
  try {
    return await post(change, prepared, correction)
  } catch (error) {
    if ((error as { code?: string }).code === cancelledByTimeout) throw new ApiError('correction_too_large')
    throw error
  }
}

async function post(change: WriteContext, prepared: PreparedCorrection, correction: number): Promise<Posted> {
  const { db, actor } = change
  const until = performance.now() + timeLimitMs
  await sql`set local statement_timeout = ${sql.lit(timeLimitMs)}`.execute(db)
  const { object, id, values, validFrom, validTo } = prepared
  const today = businessDay(change)
  const concerned = await readConcerned(db, { object, id })
  const from = await firstDay(db, { object, id, validFrom })
  await lockAffiliates(db, concerned.affiliates)
  const days = { from, today, actor, until }
  const before = await recompute(db, { ...concerned, ...days, cause: lateActivity })
  await snapshotDue(db, { from, affiliates: concerned.affiliates, correction })
  await writeValues(change, prepared, correction)
  const all = together(concerned, await readConcerned(db, { object, id }))
  const after = await recompute(db, { ...all, ...days, cause: { reason: 'correction', correction } })
  const stoppedBefore = new Set(before.map(keyOf))
  const differences = await readDifferences(db, { from, affiliates: all.affiliates, correction })
  return {
    differences,
    problems: after.filter((problem) => !stoppedBefore.has(keyOf(problem))),
    digest: digestOf({ object, id, values, validFrom, validTo }, differences),
  }
}
