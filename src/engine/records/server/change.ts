import type { Kysely } from 'kysely'
import type { Actor } from '#engine/declaration/actor.ts'
import type { FieldChange } from '#engine/declaration/derive/difference.ts'
import { businessDay, type Day } from '#engine/values/calendar.ts'
import type { AppContext } from '#engine/server/context.ts'
import { type LogLine, type LogOrigin, logActivity } from '#engine/activityLog/server/activityLog.ts'

/** A moment, and the business time zone that says of which day it is. */
export interface BusinessTime {
  readonly at: Date
  readonly zone: string
}

/** A change beside the writes of records: in which transaction, by whom, when. */
export interface WriteContext extends BusinessTime {
  readonly db: Kysely<any>
  readonly actor: Actor
  /** What ties its lines of the log together, where it is several changes that are one to people. */
  readonly batch?: string | undefined
  /** Where it came from over HTTP; jobs have none. */
  readonly request?: LogOrigin | undefined
}

/** Who or what has a clock of its own: somebody who acts, or a record, of a company that names a zone. */
export interface Clocked {
  readonly timeZone?: string | null | undefined
}

/** By whose clock days are: the company's, where it names a zone; the installation's for all others. */
export function zoneOf({ environment }: Pick<AppContext, 'environment'>, { timeZone }: Clocked): string {
  return timeZone ?? environment.businessTimeZone
}

/** The present moment, and the zone of who acts. */
export function currentBusinessTime(context: Pick<AppContext, 'now' | 'environment'>, whose: Clocked): BusinessTime {
  return { at: context.now(), zone: zoneOf(context, whose) }
}

/** Which day it is for somebody. */
export function todayOf(context: Pick<AppContext, 'now' | 'environment'>, whose: Clocked): Day {
  return businessDay(currentBusinessTime(context, whose))
}

/** Adds the line of a change to the activity log, in its transaction. */
export function writeAuditEntry(
  { db, actor, at, request, batch }: WriteContext,
  line: Omit<LogLine, 'actor' | 'at' | 'request'>,
) {
  return logActivity(db, { actor, at, request, batch, ...line })
}

/** What is new, field by field, as the log keeps it. */
export function newValues(values: object): FieldChange[] {
  return Object.entries(values).map(([field, after]) => ({ field, before: null, after }))
}
