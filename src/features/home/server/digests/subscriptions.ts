import { timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { keyHash } from '#engine/auth/server/accessKeys/keyText.ts'
import { isOfPerson, type Person } from '#engine/auth/server/personOf.ts'
import { businessDay } from '#engine/values/calendar.ts'
import type { AppContext } from '#engine/server/context.ts'
import { firstRow, timestamp } from '#engine/server/database/rows.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { lastMoment } from '#features/reporting/server/asOf.ts'
import type { DigestChoice, DigestRepetition } from '../../answers/digests.ts'

/** Where a digest is ended without signing in, the token behind it. */
export const stopPath = '/digest/'

/** How often somebody is sent a digest. */
export async function readChoice({ database, environment }: AppContext, person: Person): Promise<DigestChoice> {
  const found = sql<{ repeats: DigestRepetition }>`select repeats from digest_subscription where ${isOfPerson(person)}`
  return { repeats: (await firstRow(database.db, found))?.repeats ?? null, isSending: environment.mail !== undefined }
}

/** Sets it; the first digest tells what happens from now on. */
export async function setChoice(
  context: AppContext,
  person: Person,
  repeats: DigestRepetition | null,
): Promise<DigestChoice> {
  const { database, environment, now } = context
  const at = timestamp(now())
  const known = new Date(await lastMoment(database.db))
  const today = businessDay({ at: now(), zone: environment.businessTimeZone })
  const [user, affiliateUser] = 'user' in person ? [person.user, null] : [null, person.affiliateUser]
  const changed =
    repeats === null
      ? sql`delete from digest_subscription where ${isOfPerson(person)}`
      : sql`insert into digest_subscription (user_id, affiliate_user, repeats, done_day, told_until, due_at)
        values (${user}::bigint, ${affiliateUser}::bigint, ${repeats}::text, ${today}::text::date, ${timestamp(known)}, ${at})
        on conflict (${sql.ref(user === null ? 'affiliate_user' : 'user_id')}) do update set repeats = excluded.repeats`
  await changed.execute(database.db)
  return readChoice(context, person)
}

const proofOf = async (context: AppContext, id: number): Promise<Buffer> => keyHash(context, String(id), 'digest_stop')

/** What ends a subscription without signing in. */
export async function stopToken(context: AppContext, id: number): Promise<string> {
  return `${id}-${(await proofOf(context, id)).toString('base64url')}`
}

/** The subscription of a token. @throws ApiError `unknown_token` */
async function subscriptionOf(context: AppContext, token: string): Promise<number> {
  const [, digits, proof] = /^([1-9]\d{0,14})-([A-Za-z0-9_-]{43})$/.exec(token) ?? []
  if (digits === undefined) throw new ApiError('unknown_token')
  const id = Number(digits)
  const given = Buffer.from(proof!, 'base64url')
  const right = await proofOf(context, id)
  if (given.length !== right.length || !timingSafeEqual(given, right)) throw new ApiError('unknown_token')
  return id
}

/** In which language somebody ends a subscription. @throws ApiError `unknown_token` */
export async function languageOfToken(context: AppContext, token: string): Promise<string | null> {
  const id = await subscriptionOf(context, token)
  const found = sql<{ language: string | null }>`select coalesce(u.language, someone.language) as language
    from digest_subscription s left join "user" u on u.id = s.user_id
      left join affiliate_user someone on someone.id = s.affiliate_user where s.id = ${id}::bigint`
  return (await firstRow(context.database.db, found))?.language ?? null
}

/** Ends a subscription, also where it is over. @throws ApiError `unknown_token` */
export async function stopSubscription(context: AppContext, token: string): Promise<void> {
  const id = await subscriptionOf(context, token)
  await sql`delete from digest_subscription where id = ${id}::bigint`.execute(context.database.db)
}
