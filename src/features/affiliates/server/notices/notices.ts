import { type Kysely, sql } from 'kysely'
import type { AffiliateNotice } from '../../answers/notices.ts'
import { saidIn } from '../announcements/announcements.ts'
import { textsFor } from '#engine/export/server/texts.ts'
import type { JobTask } from '#engine/jobs/server/job.ts'
import type { AppContext } from '#engine/server/context.ts'
import { firstRow, timestamp } from '#engine/server/database/rows.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { type Mail, sendText } from '#engine/server/mail/sendText.ts'
import { shownMoney } from '#engine/values/shownMoney.ts'
import { dealChangeMail } from '#features/deals/server/dealChanges/dealChangeText.ts'
import { type StoredChange, tellableChange } from '#features/deals/server/dealChanges/readDealChange.ts'

const attemptsMax = 8
const batchSize = 100
const mailLimitMs = 10_000
const minuteMs = 60_000
const shownMax = 5
const shownDays = 60

type Said = Omit<AffiliateNotice, 'kind' | 'at'>

/** Stores what an affiliate is told, in the transaction that changes it: it is mailed and stands on its first page. */
export async function storeNotice(
  db: Kysely<any>,
  { affiliate, correction, kind, at, ...said }: Omit<AffiliateNotice, 'at'> & NoticeAbout,
): Promise<void> {
  await sql`insert into affiliate_notice (affiliate, kind, correction, said, at, due_at)
    values (${affiliate}::bigint, ${kind}::text, ${correction}::bigint, ${JSON.stringify(said satisfies Said)}::text::jsonb,
      ${timestamp(at)}, ${timestamp(at)})`.execute(db)
}

interface NoticeAbout {
  readonly affiliate: number
  readonly correction: number
  readonly at: Date
}

/** What an affiliate was told lately, the newest first. */
export async function readNotices(
  db: Kysely<any>,
  { affiliate, now }: { affiliate: number; now: Date },
): Promise<AffiliateNotice[]> {
  const { rows } = await sql<{ kind: AffiliateNotice['kind']; at: Date; said: Said }>`select kind, at, said
    from affiliate_notice where affiliate = ${affiliate}::bigint and announcement is null and kind <> 'dealChanged'
      and at > ${timestamp(now)} - make_interval(days => ${shownDays}::int) order by id desc limit ${shownMax}`.execute(
    db,
  )
  return rows.map(({ kind, at, said }) => ({ kind, at: at.toISOString(), ...said }))
}

interface Due {
  readonly id: number
  readonly kind: AffiliateNotice['kind'] | 'dealChanged'
  readonly affiliate: number
  /** Of an announcement, in the affiliate's language. */
  readonly announced: { readonly subject: string; readonly text: string } | null
  readonly said: unknown
  readonly attempts: number
  readonly email: string | null
  readonly language: string | null
  readonly name: string
}

/** Claims the next mail; the next try is put off, whatever becomes of this one. */
async function claimNotice(db: Kysely<any>, now: Date): Promise<Due | null> {
  const due = await firstRow(
    db,
    sql<Due>`select notice.id, notice.kind, notice.affiliate, notice.said, notice.attempts,
        coalesce(someone.email, affiliate.email) as email, coalesce(someone.language, affiliate.language) as language,
        coalesce(someone.name, affiliate.name) as name,
        case when announcement.id is not null then ${saidIn(sql`coalesce(someone.language, affiliate.language)`)} end
          as announced
      from affiliate_notice notice join affiliate on affiliate.id = notice.affiliate
        left join affiliate_user someone on someone.id = notice.person
        left join announcement on announcement.id = notice.announcement
      where mailed_at is null and attempts < ${attemptsMax}::int and due_at <= ${timestamp(now)}
        and coalesce(someone.email, affiliate.email) is not null
      order by due_at, notice.id limit 1 for update of notice skip locked`,
  )
  if (!due) return null
  const next = new Date(now.getTime() + minuteMs * 2 ** due.attempts)
  await sql`update affiliate_notice set attempts = attempts + 1, due_at = ${timestamp(next)}
    where id = ${due.id}::bigint`.execute(db)
  return due
}

/** What the mail says, in the language of its reader. */
async function mailOf(context: AppContext, due: Due): Promise<Pick<Mail, 'subject' | 'text'>> {
  const { kind, affiliate, name, language, announced } = due
  const { publicOrigin } = context.environment
  const { translate, money } = noticeTexts(language)
  if (kind === 'dealChanged') {
    const said = due.said as StoredChange
    return dealChangeMail(await tellableChange(context, affiliate, said), { name, language, publicOrigin })
  }
  const portal = publicOrigin === undefined ? [] : ['', `${publicOrigin}/portal`]
  if (announced) {
    const text = [translate('access.greeting', { name }), '', announced.text, ...portal, ''].join('\n')
    return { subject: announced.subject, text }
  }
  const said = due.said as Said
  const differences = said.differences.map(({ currency, value }) => money(value, currency)).join(', ')
  const text = [
    translate('access.greeting', { name }),
    '',
    translate(`notice.${kind}`, { players: said.players, day: said.from, link: said.link }),
    differences === '' ? translate('notice.nothingDue') : translate('notice.differences', { values: differences }),
    ...portal,
    '',
  ].join('\n')
  return { subject: translate('notice.subject'), text }
}

function noticeTexts(language: string | null) {
  const { translate, locale } = textsFor(language)
  const money = (value: number, currency: string) => shownMoney(value, { locale, currency })
  return { translate, money }
}

/** Mails affiliates what changed for them, and what their company announces. */
export const affiliateNotices: JobTask = {
  async run({ context, signal }) {
    const { mail } = context.environment
    const told = { taken: 0, failed: 0 }
    for (let count = 0; mail && count < batchSize && !signal.aborted; count += 1) {
      const due = await inTransaction(context.database.db, (db) => claimNotice(db, context.now()))
      if (!due) break
      const id = `notice-${due.id}-${due.attempts}`
      const sent = await sendText({ to: due.email!, id, ...(await mailOf(context, due)) }, mail, mailLimitMs)
      const isTaken = sent.status !== null
      if (isTaken)
        await sql`update affiliate_notice set mailed_at = ${timestamp(context.now())}
          where id = ${due.id}::bigint`.execute(context.database.db)
      told[isTaken ? 'taken' : 'failed'] += 1
    }
    return [{ code: 'told', values: told }]
  },
}
