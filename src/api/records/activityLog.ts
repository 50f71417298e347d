import { type Kysely, sql } from 'kysely'
import type { Actor } from '../../config/actor.ts'
import type { FieldChange } from '../../config/derive/difference.ts'

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

/**
 * Adds a line to the activity log in the caller's transaction: what is undone was never logged, what is done always is.
 * @param transaction the transaction of the write.
 */
export async function logActivity(transaction: Kysely<any>, line: LogLine): Promise<void> {
  const { actor, request, operation, object, objectId, changes, batch, at } = line
  await sql`insert into activity_log (at, "user", actor, method, url, operation, object, object_id, batch, address, changes) values (
    coalesce(${at?.toISOString() ?? null}::text::timestamptz, clock_timestamp()), ${actor.userId === null ? null : String(actor.userId)}::text::bigint, ${actor.name}::text,
    ${request?.method ?? null}::text, ${request?.url.slice(0, urlLengthMax) ?? null}::text, ${operation}::text, ${object}::text, ${String(objectId)}::text,
    ${batch ?? null}::text, ${request?.address ?? null}::text, ${JSON.stringify(changes)}::text::jsonb)`.execute(transaction)
}
