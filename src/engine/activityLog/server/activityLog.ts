import { type Kysely, sql } from 'kysely'
import type { Actor } from '#engine/declaration/actor.ts'
import type { FieldChange } from '#engine/declaration/derive/difference.ts'
import { arrayOf } from '#engine/server/database/arrays.ts'
import { emitFromAuditEntry } from '#features/webhooks/server/emit/fromAuditLog.ts'
import { currentKeys } from './keys/currentKeys.ts'
import { type LoggedChange, proveLine, type WrittenLine } from './lines/lineProof.ts'

/** Where a write came from over HTTP; jobs and commands have none. */
export interface LogOrigin {
  readonly method: string
  /** Without the query: it may carry a token. */
  readonly url: string
  readonly address: string
}

/** One line of the activity log. */
export interface LogLine {
  readonly actor: Actor
  readonly request?: LogOrigin | undefined
  /** `create`, `update`, `remove`, or the name of an action (`setPaymentType`, `confirmManualPayment`). */
  readonly operation: string
  /** The resource's name. */
  readonly object: string
  readonly objectId: number | string
  /** Field by field, values as the API carries them; never a secret. */
  readonly changes: readonly FieldChange[]
  /** One id for all records of a bulk action. */
  readonly batch?: string | undefined
  /** The present moment, where it is not the clock's. */
  readonly at?: Date | undefined
}

const urlLengthMax = 300
/** The last moment given to a line, in microseconds. */
let lastMoment = 0

/**
 * The present moment to the microsecond; every line of this process a later one, so that lines of one millisecond keep
 * their order.
 */
function nextMoment(): string {
  lastMoment = Math.max(lastMoment + 1, Date.now() * 1000)
  return `${new Date(Math.floor(lastMoment / 1000)).toISOString().slice(0, -1)}${String(lastMoment % 1000).padStart(3, '0')}Z`
}

/** A text as PostgreSQL gives it back: half of a pair of code units is no character. */
const stored = (text: string | undefined) => text?.toWellFormed() ?? null

function written({ actor, request, operation, object, objectId, changes, batch, at }: LogLine): WrittenLine {
  return {
    at: at ? at.toISOString().replace('Z', '000Z') : nextMoment(),
    user: actor.userId === null ? null : String(actor.userId),
    actor: stored(actor.through ? `${actor.name} (${actor.through})` : actor.name),
    method: stored(request?.method),
    url: stored(request?.url.slice(0, urlLengthMax)),
    operation: stored(operation),
    object: stored(object),
    objectId: stored(String(objectId)),
    batch: stored(batch),
    address: stored(request?.address),
    // As JSON carries them: dates are texts, what is undefined is not there.
    changes: JSON.parse(JSON.stringify(changes)) as LoggedChange[],
  }
}

/**
 * Adds a line to the activity log in the caller's transaction: what is undone was never logged, what is done always is.
 * The line carries an HMAC
 * under a key that the database does not have. The signals of what it says are written with it.
 * @param transaction the transaction of the write.
 */
export async function logActivity(transaction: Kysely<any>, line: LogLine): Promise<void> {
  const entry = written(line)
  const { at, user, actor, method, url, operation, object, objectId, batch, address, changes } = entry
  const { key, seed, mac } = proveLine(entry, currentKeys().current)
  await sql`insert into activity_log (at, "user", actor, method, url, operation, object, object_id, batch, address,
    changes,
      sys_key, sys_seed, sys_mac)
    values (${at}::text::timestamptz, ${user}::text::bigint, ${actor}::text, ${method}::text, ${url}::text,
      ${operation}::text, ${object}::text, ${objectId}::text, ${batch}::text, ${address}::text,
      ${JSON.stringify(changes)}::text::jsonb, ${key}::text, ${seed}::text, ${mac}::text)`.execute(transaction)
  await emitFromAuditEntry(transaction, { ...line, at: String(at) })
}

/** One write of a record, as the log has it. */
export interface LoggedWrite {
  readonly at: string
  readonly actor: string
  readonly changes: readonly FieldChange[]
}

/** The last changes of a record, the oldest first. */
export async function readChanges(
  db: Kysely<any>,
  {
    object,
    objectId,
    count,
    fields,
  }: Pick<LogLine, 'object' | 'objectId'> & { count: number; fields: readonly string[] },
): Promise<LoggedWrite[]> {
  const { rows } = await sql<{ at: Date; actor: string; changes: FieldChange[] }>`
    select at, actor, changes from activity_log where object = ${object}::text and object_id = ${objectId}::text
      and operation <> 'create'
      -- What is logged beside a write, such as a hold, is no write of the record.
      and exists (select from jsonb_array_elements(changes) change where change->>'field' = any(${arrayOf('text', fields)}))
      order by id desc limit ${count}::integer`.execute(db)
  return rows.toReversed().map(({ at, ...write }) => ({ ...write, at: at.toISOString() }))
}
