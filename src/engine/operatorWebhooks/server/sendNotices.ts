import { sql } from 'kysely'
import { notices as declared } from '#resources/operatorWebhooks.ts'
import type { FieldChange } from '#engine/declaration/derive/difference.ts'
import type { OperatorWebhooks } from '#engine/declaration/operatorWebhook.ts'
import type { AppContext } from '#engine/server/context.ts'
import { timestamp } from '#engine/server/database/rows.ts'
import { standardHeaders } from './standardSignature.ts'

/** After each try it waits so long for the next one; after the last it is given up. Three days in all. */
const waitsSeconds = [5, 60, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 72_000]
/** Milliseconds until no answer is none. */
const answerLimitMs = 10_000
/** Longer than any answer takes: after it whoever was telling has died, and somebody else tells. */
const claimMs = 30_000
const notices: OperatorWebhooks = declared

/** A notice with the line it is of. */
interface DueNotice {
  readonly position: string
  readonly type: string
  readonly tries: number
  readonly at: Date
  readonly operation: string
  readonly object: string
  readonly objectId: string
  readonly changes: readonly FieldChange[]
}

async function claimDue({ database: { db }, now }: AppContext): Promise<DueNotice | null> {
  const at = now()
  const { rows } = await sql<DueNotice>`update notice set due_at = ${timestamp(new Date(at.getTime() + claimMs))}
    from activity_log line
    where (notice.position, notice.type) = (select position, type from notice where due_at <= ${timestamp(at)}
        order by due_at, position limit 1 for update skip locked)
      and line.sys_position = notice.position
    returning notice.position::text as position, notice.type, notice.tries, line.at, line.operation, line.object,
      line.object_id as "objectId", line.changes`.execute(db)
  return rows[0] ?? null
}

/** What is told: which record, and of the fields that the notice names what they were and are. */
function bodyOf({ type, at, object, objectId, operation, changes }: DueNotice): string {
  const says = notices.find((notice) => notice.type === type)?.says ?? []
  return JSON.stringify({
    type,
    timestamp: at.toISOString(),
    data: { object, id: objectId, operation, changes: changes.filter(({ field }) => says.includes(field)) },
  })
}

/** The status of the answer; null where there was none. */
async function send(context: AppContext, notice: DueNotice): Promise<number | null> {
  const { url, secret } = context.environment.notices!
  const body = bodyOf(notice)
  const id = `notice_${notice.position}_${notice.type}`
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...standardHeaders({ secret, id, body, now: context.now() }), 'content-type': 'application/json' },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(answerLimitMs),
    })
    await response.body?.cancel()
    return response.status
  } catch {
    // Whatever was in the way: it is told again.
    return null
  }
}

async function keepAnswer(context: AppContext, notice: DueNotice, status: number | null): Promise<boolean> {
  const now = context.now()
  const isTaken = status !== null && status >= 200 && status < 300
  const wait = isTaken ? undefined : waitsSeconds[notice.tries]
  const next = wait === undefined ? sql`null` : timestamp(new Date(now.getTime() + wait * 1000))
  await sql`update notice set tries = tries + 1, status = ${status}::integer, due_at = ${next},
    taken_at = ${isTaken ? timestamp(now) : sql`null`}
    where position = ${notice.position}::text::bigint and type = ${notice.type}::text`.execute(context.database.db)
  return isTaken
}

/**
 * Tells what is due, one after the other; what is not taken is told again later. Several servers share the work, and
 * whoever dies in between leaves a notice that is told again: its id says that it is the same.
 */
export async function deliverNotices(
  context: AppContext,
  { signal }: { signal: AbortSignal },
): Promise<{ taken: number; failed: number }> {
  let [taken, failed] = [0, 0]
  for (let due = await claimDue(context); due; due = signal.aborted ? null : await claimDue(context)) {
    if (await keepAnswer(context, due, await send(context, due))) taken += 1
    else failed += 1
  }
  return { taken, failed }
}
