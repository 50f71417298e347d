import type { Kysely } from 'kysely'
import type { Actor } from '#engine/declaration/actor.ts'
import { seesPlayers } from '#engine/declaration/derive/access.ts'
import type { Report } from '#engine/declaration/report.ts'
import type { AnyTables, Database } from '#engine/server/database/connect.ts'
import { readAs } from '#engine/server/database/rowSecurity/openRowSecurity.ts'
import type { Clocked } from '#engine/records/server/change.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { seesAll } from '#engine/records/server/visibility/scope.ts'

/** What a token narrows a session's report to. */
export interface Narrowing {
  readonly partner?: number
  readonly affiliate?: number
}

/** Who reads a report: somebody signed in, or an affiliate or partner by token. */
export type ReportReader =
  | { readonly kind: 'session'; readonly actor: Actor; readonly within?: Narrowing }
  | ({ readonly kind: 'affiliate'; readonly id: number } & Clocked)
  | ({ readonly kind: 'partner'; readonly id: number } & Clocked)

/**
 * The reader behind a session: all roles of the report are needed. A partner's own session reads its own numbers, and so
 * does an affiliate's where the report says that it is there for them.
 */
export function readerBySession(report: Report, actor: Actor): ReportReader {
  if (actor.kind === 'affiliate') {
    if (report.access?.affiliate !== 'self' || actor.affiliate === undefined) throw new ApiError('forbidden')
    return { kind: 'affiliate', id: actor.affiliate, timeZone: actor.timeZone }
  }
  if (!report.openTo.includes('session')) throw new ApiError('forbidden')
  const isOwnPartner = actor.kind === 'partner' && actor.partner !== null
  if (
    !seesAll(actor) &&
    !report.roles.every((role) => actor.roles.has(role)) &&
    !(isOwnPartner && (report.access?.partner === 'subtree' || report.openTo.includes('partnerToken')))
  )
    throw new ApiError('forbidden')
  return isOwnPartner ? { kind: 'partner', id: actor.partner!, timeZone: actor.timeZone } : { kind: 'session', actor }
}

/** By whose clock the days of a reader's report begin. */
export const clockOfReader = (reader: ReportReader): Clocked => (reader.kind === 'session' ? reader.actor : reader)

/**
 * The database as a reader's statements see it: behind the second fence for who is signed in; who reads by a key is
 * narrowed by the statement alone.
 */
export function readReportAs(database: Database, reader: ReportReader): Kysely<AnyTables> {
  return reader.kind === 'session' ? readAs(database, reader.actor, 'by day') : database.readDb
}

/** The partner below which alone a reader sees affiliates; null where the hierarchy does not narrow. */
export function readersPartner(reader: ReportReader): number | null {
  if (reader.kind === 'partner') return reader.id
  if (reader.kind === 'affiliate') return null
  return reader.within?.partner ?? (seesAll(reader.actor) ? null : reader.actor.partner)
}

/** The user to whose affiliates a reader is limited; null for readers who see all. */
export const readersManager = (reader: ReportReader): number | null =>
  reader.kind === 'session' && !seesAll(reader.actor) ? (reader.actor.manager ?? null) : null

/** Whether a reader sees the names of people, by what they are. */
export function seesNames(reader: ReportReader, of: 'affiliate' | 'partner' | 'player'): boolean {
  return reader.kind === 'session' && (of !== 'player' || seesPlayers(reader.actor))
}
