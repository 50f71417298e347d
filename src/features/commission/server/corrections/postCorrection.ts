import { sql } from 'kysely'
import { tableName } from '#engine/declaration/derive/table.ts'
import { businessDay, type Day, earliestDay } from '#engine/values/calendar.ts'
import { timestamp } from '#engine/server/database/rows.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { type WriteContext, writeAuditEntry, newValues } from '#engine/records/server/change.ts'
import { movePlayers, type PlayerMove } from '#features/activity/server/players/movedPlayers.ts'
import type { IngestContext } from '#features/activity/server/write/ingestContext.ts'
import { storeNotice } from '#features/affiliates/server/notices/notices.ts'
import { correctHistory } from '#engine/records/server/write/correctHistory.ts'
import { storedValues } from '#engine/records/server/write/storedValues.ts'
import { lateActivity } from '../close/adjustEntry.ts'
import type { CloseProblem } from '../calculation/types.ts'
import { type AffectedPayees, firstDay, readConcerned } from './affectedPayees.ts'
import {
  type Difference,
  digestOf,
  readDifferences,
  readDueByProduct,
  snapshotDue,
  totalsOf,
  withProducts,
} from './differences.ts'
import type { PreparedCorrection } from './prepareCorrection.ts'
import { lockAffiliates, recompute } from './recomputeDays.ts'

type Move = NonNullable<PreparedCorrection['move']>

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
  const { resource, id, values, validFrom, present, presentChanges, move } = prepared
  if (move) return writeMove(change, { ...move, correction }, validFrom)
  await correctHistory({ transaction: db, resource, id, values, validFrom, correction })
  const assignments = storedValues({ resource, values: present }).map(({ column, value }) => sql`${column} = ${value}`)
  if (assignments.length > 0)
    await sql`update ${sql.table(tableName(resource.name))}
      set ${sql.join(assignments)}, version = version + 1, updated_at = ${timestamp(at)}
      where id = ${id}::text::bigint`.execute(db)
  const changes = [...presentChanges, ...newValues({ validFrom, correction })]
  await writeAuditEntry(change, { operation: 'correct', object: resource.name, objectId: id, changes })
}

/** Tells both affiliates what moved and what it comes to for each of them, in the transaction that posts it. */
async function noticeMove(
  { db, at }: WriteContext,
  { from, to, players, correction }: PlayerMove,
  { validFrom, differences }: { validFrom: Day; differences: readonly Difference[] },
): Promise<void> {
  const { rows } = await sql<{ id: number; name: string }>`select id, name from action
    where id in (${from.action}::bigint, ${to.action}::bigint)`.execute(db)
  for (const [kind, { action, affiliate }] of [
    ['playersLeft', from],
    ['playersCame', to],
  ] as const) {
    const own = differences.filter(({ ownerKind, owner }) => ownerKind === 'affiliate' && owner === affiliate)
    const totals = totalsOf(own).map(({ currency, difference }) => ({ currency, value: difference }))
    const link = rows.find(({ id }) => id === action)!.name
    const said = { players: players.length, from: validFrom, link, differences: totals }
    await storeNotice(db, { affiliate, correction, kind, at, ...said })
  }
}

/** Gives the players to the other link; the log of both links says so. */
async function writeMove(change: WriteContext, move: PlayerMove & Pick<Move, 'brand'>, validFrom: Day): Promise<void> {
  const { db } = change
  const { from, to, players, correction } = move
  await movePlayers({ trx: db as IngestContext['trx'], brand: move.brand }, move)
  const said = { validFrom, correction, players: players.length }
  for (const [own, other] of [
    [from, to],
    [to, from],
  ] as const) {
    const affiliate = { field: 'affiliate', before: from.affiliate, after: to.affiliate }
    const changes = [affiliate, ...newValues({ ...said, action: other.action })]
    await writeAuditEntry(change, { operation: 'movePlayers', object: 'action', objectId: own.action, changes })
  }
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
  const { object, id, values, validFrom, validTo, move } = prepared
  const today = businessDay(change)
  const readOwners = () =>
    move
      ? Promise.resolve({ affiliates: [move.from.affiliate, move.to.affiliate], partners: true })
      : readConcerned(db, { object, id })
  const concerned = await readOwners()
  const from = move ? earliestDay(move.firstDay, validFrom) : await firstDay(db, { object, id, validFrom })
  await lockAffiliates(db, concerned.affiliates)
  const days = { from, today, actor, until }
  const before = await recompute(db, { ...concerned, ...days, cause: lateActivity })
  await snapshotDue(db, { from, affiliates: concerned.affiliates, correction })
  const readProducts = () => (move ? readDueByProduct(db, { from, affiliates: concerned.affiliates }) : new Map())
  const dueBefore = await readProducts()
  await writeValues(change, prepared, correction)
  const all = together(concerned, await readOwners())
  const after = await recompute(db, { ...all, ...days, cause: { reason: 'correction', correction } })
  const stoppedBefore = new Set(before.map(keyOf))
  const differences = withProducts(await readDifferences(db, { from, affiliates: all.affiliates, correction }), {
    before: dueBefore,
    after: await readProducts(),
  })
  if (move) await noticeMove(change, { ...move, correction }, { validFrom, differences })
  return {
    differences,
    problems: after.filter((problem) => !stoppedBefore.has(keyOf(problem))),
    digest: digestOf({ object, id, values, validFrom, validTo }, differences),
  }
}
