import { sql } from 'kysely'
import { type Actor, isSelfServiceActor } from '#engine/declaration/actor.ts'
import type { AccessChangeAnswer } from '#engine/auth/answers/accessChanges.ts'
import type { AppContext } from '#engine/server/context.ts'

/** How often a mail is tried. */
export const attemptsMax = 8

interface Row extends Omit<AccessChangeAnswer, 'at' | 'stoppedAt' | 'mail' | 'by'> {
  readonly at: Date
  readonly stoppedAt: Date | null
  readonly mailedAt: Date | null
  readonly attempts: number
  readonly author: string
}

/** The newest changes in who may sign in for an affiliate, and in where it is paid to; staff are not named to it. */
export async function readAccessChanges(
  { database, environment }: AppContext,
  actor: Actor,
  affiliate: number,
): Promise<AccessChangeAnswer[]> {
  const { rows } = await sql<Row>`select id, kind, label, at, is_by_staff as "isByStaff", author_name as author,
      mailed_at as "mailedAt", attempts, stopped_at as "stoppedAt"
    from access_change where affiliate = ${affiliate}::bigint order by id desc limit 50`.execute(database.db)
  return rows.map(({ id, kind, label, at, isByStaff, author, mailedAt, attempts, stoppedAt }) => ({
    id: Number(id),
    kind,
    label: isSelfServiceActor(actor) && label !== null ? label.replace(/ \([^()]* · [^()]*\)$/, '') : label,
    at: at.toISOString(),
    isByStaff,
    by: isSelfServiceActor(actor) ? null : author,
    mail: mailedAt ? 'sent' : environment.mail === undefined ? 'off' : attempts < attemptsMax ? 'waiting' : 'failed',
    stoppedAt: stoppedAt?.toISOString() ?? null,
  }))
}
