import { type Kysely, sql } from 'kysely'
import type { AccessChangeKind } from '#engine/auth/answers/accessChanges.ts'
import { keyHash, makeKeyText } from '#engine/auth/server/accessKeys/keyText.ts'
import { textsFor } from '#engine/export/server/texts.ts'
import type { JobTask } from '#engine/jobs/server/job.ts'
import type { AppContext } from '#engine/server/context.ts'
import { firstRow, timestamp } from '#engine/server/database/rows.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { sendText } from '#engine/server/mail/sendText.ts'
import { attemptsMax } from './readAccessChanges.ts'

const batchSize = 100
const mailLimitMs = 10_000
const minuteMs = 60_000
/** What is older tells nobody anything new. */
const toldDays = 7
/** By this a link that leaked is recognised. */
const prefix = 'st_'

/** The page that stops a change. The token stands behind `#`, which browsers keep to themselves. */
const stopPath = (token: string) => `/stop#${token}`

interface Due {
  readonly id: number
  readonly kind: AccessChangeKind
  readonly label: string | null
  readonly at: Date
  readonly isByStaff: boolean
  readonly addresses: string[]
  readonly attempts: number
  readonly language: string | null
  readonly name: string
}

/** Claims the next mail: its link is new, and the next try is put off, whatever becomes of this one. */
async function claimMail(context: AppContext, db: Kysely<any>): Promise<{ due: Due; token: string } | null> {
  const now = context.now()
  const oldest = new Date(now.getTime() - toldDays * 24 * 60 * minuteMs)
  const due = await firstRow(
    db,
    sql<Due>`select told.id, told.kind, told.label, told.at, told.is_by_staff as "isByStaff", told.addresses, told.attempts,
        affiliate.language, affiliate.name
      from access_change told join affiliate on affiliate.id = told.affiliate
      where mailed_at is null and stopped_at is null and attempts < ${attemptsMax}::int and due_at <= ${timestamp(now)}
        and told.at > ${timestamp(oldest)} order by due_at, told.id limit 1 for update of told skip locked`,
  )
  if (!due) return null
  const token = makeKeyText(prefix)
  const next = new Date(now.getTime() + minuteMs * 2 ** due.attempts)
  await sql`update access_change set attempts = attempts + 1, due_at = ${timestamp(next)},
    stop_hash = ${await keyHash(context, token, 'stop_link')} where id = ${due.id}::bigint`.execute(db)
  return { due, token }
}

/** What the mail says, in the affiliate's language. */
function textOf({ environment: { publicOrigin } }: AppContext, { due, token }: { due: Due; token: string }): string {
  const { translate } = textsFor(due.language)
  const label = (due.label ?? '').replace(/ \([^()]* · [^()]*\)$/, '')
  const at = `${due.at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return [
    translate('access.greeting', { name: due.name }),
    '',
    translate(`access.mail.${due.kind}`, { label, at }),
    translate(due.isByStaff ? 'access.byStaff' : 'access.byOwn'),
    '',
    ...(publicOrigin === undefined
      ? [translate('access.noLink')]
      : [translate('access.stop'), '', `${publicOrigin}${stopPath(token)}`]),
    '',
  ].join('\n')
}

/** Tells affiliates of changes in who may sign in for them, and in where they are paid to. */
export const accessMails: JobTask = {
  async run({ context, signal }) {
    const { mail } = context.environment
    const told = { taken: 0, failed: 0 }
    for (let count = 0; mail && count < batchSize && !signal.aborted; count += 1) {
      const claimed = await inTransaction(context.database.db, (db) => claimMail(context, db))
      if (!claimed) break
      const { due } = claimed
      const { translate } = textsFor(due.language)
      const text = textOf(context, claimed)
      const subject = translate('access.subject')
      let isTaken = due.addresses.length > 0
      for (const [index, to] of due.addresses.entries()) {
        const id = `access-${due.id}-${due.attempts}-${index}`
        isTaken = (await sendText({ to, id, subject, text }, mail, mailLimitMs)).status !== null && isTaken
      }
      if (isTaken)
        await sql`update access_change set mailed_at = ${timestamp(context.now())} where id = ${due.id}::bigint`.execute(
          context.database.db,
        )
      told[isTaken ? 'taken' : 'failed'] += 1
    }
    return [{ code: 'told', values: told }]
  },
}
