import { type Kysely, type RawBuilder, sql } from 'kysely'
import { resources } from '#resources/index.ts'
import type { Announcement } from '../../answers/announcements.ts'
import { firstRow, timestamp } from '#engine/server/database/rows.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import type { TransitionEffect } from '#engine/records/server/transitions/transitionEffect.ts'
import { scopeCondition } from '#engine/records/server/visibility/scope.ts'
import type { Check } from '#engine/records/server/write/effect.ts'

/** So long it stands on the first page of the portal. */
const shownDays = 60
const shownMax = 5

/**
 * SQL condition: an affiliate hears an announcement. It is of the same company, of one of the brands, tags and managers
 * that are named, of all where none is, and not suspended.
 * @param alias of the announcement; the affiliate stands under its own name
 */
export function hears(alias: string): RawBuilder<boolean> {
  const of = (column: string) => sql.ref(`${alias}.${column}`)
  return sql`affiliate.company = ${of('company')}
    and (cardinality(${of('brands')}) = 0 or affiliate.brands && ${of('brands')})
    and (cardinality(${of('tags')}) = 0 or affiliate.tags && ${of('tags')})
    and (cardinality(${of('managers')}) = 0 or affiliate.manager = any(${of('managers')}))
    and not exists (select from suspension where suspension.ended_at is null and suspension.object = 'affiliate'
      and suspension.record = affiliate.id)`
}

/** What was sent stays. */
export const announcementStays: Check = async ({ before }) =>
  before?.state === 'sent' ? [{ field: 'state', code: 'announcement_was_sent' }] : []

/**
 * Every affiliate that an announcement is for has it from now on: in the portal at once, by e-mail within minutes.
 * @throws ApiError `announcement_reaches_further` where it reaches affiliates that the sender does not see,
 * `announcement_for_nobody`
 */
export const sendAnnouncement: TransitionEffect = async ({ db, actor, at, id }) => {
  const isSeen = scopeCondition({ actor, resource: resources.affiliate, alias: 'affiliate' })
  const unseen = sql`select from announcement join affiliate on ${hears('announcement')}
    where announcement.id = ${id}::bigint and not ${isSeen} limit 1`
  if (await firstRow(db, unseen)) throw new ApiError('announcement_reaches_further')
  const told = await sql`insert into affiliate_notice (affiliate, kind, announcement, said, at, due_at)
    select affiliate.id, 'announcement', announcement.id, '{}', ${timestamp(at)}, ${timestamp(at)}
    from announcement join affiliate on ${hears('announcement')} where announcement.id = ${id}::bigint`.execute(db)
  const sentTo = Number(told.numAffectedRows ?? 0)
  if (sentTo === 0) throw new ApiError('announcement_for_nobody')
  // Each of its people reads it as well.
  await sql`insert into affiliate_notice (affiliate, person, kind, announcement, said, at, due_at)
    select affiliate.id, someone.id, 'announcement', ${id}::bigint, '{}', ${timestamp(at)}, ${timestamp(at)}
    from affiliate_notice notice join affiliate on affiliate.id = notice.affiliate
      join affiliate_user someone on someone.affiliate = affiliate.id
    where notice.announcement = ${id}::bigint and not someone.suspended and someone.joined_at is not null
      and lower(someone.email) is distinct from lower(affiliate.email)`.execute(db)
  await sql`update announcement set sent_to = ${sentTo}::integer where id = ${id}::bigint`.execute(db)
  return { logged: { sentTo } }
}

/** SQL: what an announcement says in a language, as JSON; in that in which it was written where it is not translated. */
export const saidIn = (language: RawBuilder<unknown>): RawBuilder<{ subject: string; text: string }> => sql`coalesce(
  (select json_build_object('subject', translation ->> 'subject', 'text', translation ->> 'text')
    from jsonb_array_elements(announcement.translations) as listed (translation)
    where translation ->> 'language' = ${language} limit 1),
  json_build_object('subject', announcement.subject, 'text', announcement.text))`

/** What an affiliate was told lately, the newest first, in the language of who asks. */
export async function readAnnouncements(
  db: Kysely<any>,
  { affiliate, person, now }: { affiliate: number; person: number | null; now: Date },
): Promise<Announcement[]> {
  const { rows } = await sql<{ at: Date; said: { subject: string; text: string } }>`
    select notice.at, ${saidIn(sql`coalesce(someone.language, affiliate.language)`)} as said
    from affiliate_notice notice join affiliate on affiliate.id = notice.affiliate
      join announcement on announcement.id = notice.announcement
      left join affiliate_user someone on someone.id = ${person}::bigint
    where notice.affiliate = ${affiliate}::bigint and notice.person is null
      and notice.at > ${timestamp(now)} - make_interval(days => ${shownDays}::int)
    order by notice.id desc limit ${shownMax}`.execute(db)
  return rows.map(({ at, said }) => ({ at: at.toISOString(), ...said }))
}
