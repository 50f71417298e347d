import { type Kysely, sql } from 'kysely'
import type { AnyTables } from '#engine/server/database/connect.ts'
import { isAuthorized } from '#rules/authorization.ts'
import type { Day } from '#engine/values/calendar.ts'

/** So many different misses are told apart a day; what comes after is counted under no link. */
const missesMax = 10_000
const tokenLengthMax = 100

/** What can be glued to a token: tokens begin and end with a letter or digit of ASCII. */
const glued = /^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g
const unseen = /[\p{Cf}\p{Cc}\s]/gu

/** A token as it was meant, its case aside: without what was glued to its ends and what is not seen. */
export const trimmedToken = (given: string): string => given.normalize('NFKC').replace(unseen, '').replace(glued, '')

/**
 * The token of the link that an unknown one was meant to be; null where none, or more than one in other cases, fits.
 */
export async function findMeantToken(db: Kysely<AnyTables>, given: string): Promise<string | null> {
  const token = trimmedToken(given)
  if (token === '' || token.length > tokenLengthMax) return null
  const { rows } = await sql<{ token: string }>`select token from action
    where lower(token collate "C") = lower(${token}::text collate "C")
    order by token <> ${token}::text limit 2`.execute(db)
  return rows.length === 1 || rows[0]?.token === token ? (rows[0]?.token ?? null) : null
}

/** Counts a visit to a link that is none. */
export async function countMiss(
  db: Kysely<AnyTables>,
  { day, host, token, referrer }: { day: Day; host: string; token: string; referrer: string | null },
): Promise<void> {
  await sql`insert into link_miss (day, host, token, referrer)
    select ${day}::text::date, ${host.slice(0, 253)}::text,
      case when (select count(*) from link_miss where day = ${day}::text::date) < ${missesMax}::integer
        then ${trimmedToken(given(token))}::text else '' end, ${referrer ?? ''}::text
    on conflict (day, host, token, referrer) do update set misses = link_miss.misses + 1`.execute(db)
}

const given = (token: string) => token.toWellFormed().replaceAll('\0', '').slice(0, tokenLengthMax)

/** A link that is none, and how often it was followed from where. */
export interface LinkMiss {
  readonly host: string
  readonly token: string
  readonly referrer: string | null
  readonly misses: number
}

/** The links that are none and were followed most in a period, both days included. */
export async function readMisses(db: Kysely<AnyTables>, from: Day, to: Day): Promise<LinkMiss[]> {
  const { rows } =
    await sql<LinkMiss>`select host, token, nullif(referrer, '') as referrer, sum(misses)::bigint as misses
    from link_miss where day between ${from}::text::date and ${to}::text::date
    group by host, token, referrer order by sum(misses) desc, host, token, referrer limit 200`.execute(db)
  return rows.map((row) => ({ ...row, misses: Number(row.misses) }))
}

/**
 * The brand of a host: the one that its theme is named after, else the only one there is. Null where neither is, or the
 * brand may not be offered on this day.
 */
export async function brandOfTheme(
  db: Kysely<AnyTables>,
  theme: string,
  day: Day,
): Promise<{ name: string; site: string } | null> {
  const { rows } = await sql<{
    name: string
    site: string
    slug: string
    authorizedFrom: Day | null
    authorizedUntil: Day | null
  }>`select name, site, slug, authorized_from::text as "authorizedFrom", authorized_until::text as "authorizedUntil"
    from brand order by slug <> ${theme}::text, id limit 2`.execute(db)
  const found = rows[0]
  if (!found || (found.slug !== theme && rows.length > 1) || !isAuthorized(found, day)) return null
  return found.site ? found : null
}
