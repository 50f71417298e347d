import { type Kysely, sql } from 'kysely'
import { resources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import { scopeCondition } from '#engine/records/server/visibility/scope.ts'
import { brandThemeOf } from '#engine/server/http/appManifest.ts'
import type { LinkMiss } from '../answers/misses.ts'
import { arrayOf } from '#engine/server/database/arrays.ts'
import type { AnyTables, Database } from '#engine/server/database/connect.ts'
import { isAuthorized } from '#rules/authorization.ts'
import { withPlainDashes } from '#engine/values/typedText.ts'
import type { Day } from '#engine/values/calendar.ts'

/** So many different misses are told apart a day; what comes after is counted under no link. */
const missesMax = 10_000
const tokenLengthMax = 100

/** What can be glued to a token: most begin and end with a letter or digit of ASCII. */
const glued = /^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g

/** The same where a token of another system begins or ends with a hyphen or underscore itself. */
const gluedToAny = /^[^\w-]+|[^\w-]+$/g

/** What a token is made of, before whatever follows it: the text of a message, an address that lost its question mark. */
const begin = /^[^A-Za-z0-9]*([A-Za-z0-9][\w-]*)[^\w-]/

const cleaned = (given: string) =>
  given
    .toWellFormed()
    // Signs that would become letters or digits: a trade mark, a raised 2.
    .replace(/[\p{So}\p{No}]/gu, '')
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Cc}]/gu, '')
    // What Markdown writes before a sign that it would take for its own.
    .replace(/\\(?=[_-])/g, '')

/** A token as it was meant, its case aside: without what was glued to its ends and what is not seen. */
export const trimmedToken = (given: string): string => cleaned(given).replace(/\s/g, '').replace(glued, '')

/** A token that was meant, and what an address says behind it. */
interface Meant {
  readonly token: string
  readonly query: Readonly<Record<string, string>>
}

/** What an unknown token can have been, the likeliest first. */
function meanings(given: string): Meant[] {
  const text = cleaned(given)
  const [, first = ''] = begin.exec(text) ?? []
  const [, query = ''] = /[?&;](.+)$/s.exec(text) ?? []
  return [
    { token: trimmedToken(text), query: {} },
    { token: text.replace(/\s/g, '').replace(gluedToAny, ''), query: {} },
    { token: withPlainDashes(text).replace(/\s/g, '').replace(glued, ''), query: {} },
    { token: first.replace(glued, ''), query: Object.fromEntries(new URLSearchParams(query)) },
  ].filter(({ token }) => token !== '' && token.length <= tokenLengthMax)
}

/**
 * The link that an unknown token was meant to be, with the parameters that were glued to it; null where none, or more
 * than one in other cases, fits.
 */
export async function findMeantToken(db: Kysely<AnyTables>, given: string): Promise<Meant | null> {
  const meant = meanings(given)
  if (meant.length === 0) return null
  const { rows } = await sql<{ token: string }>`select token from action where lower(token collate "C") = any(
    array(select lower(sought collate "C") from unnest(${arrayOf(
      'text',
      meant.map(({ token }) => token),
    )}) sought))
    limit 20`.execute(db)
  for (const { token, query } of meant) {
    const found = rows.filter((row) => row.token.toLowerCase() === token.toLowerCase())
    const [one = found.length === 1 ? found[0] : undefined] = found.filter((row) => row.token === token)
    if (one) return { token: one.token, query }
  }
  return null
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

/**
 * The hosts of a period on which a person may see what led nowhere: those of a brand that they see, by its theme, and
 * any where all brands are of their company. Null where that is every host.
 */
async function hostsSeen(
  { db }: Pick<Database, 'db'>,
  { actor, from, to }: { actor: Actor; from: Day; to: Day },
): Promise<readonly string[] | null> {
  if (actor.root) return null
  const { rows: brands } = await sql<{ slug: string; company: number; isSeen: boolean }>`select brand.slug,
    brand.company, ${scopeCondition({ actor, resource: resources.brand, alias: 'brand' })} as "isSeen" from brand`.execute(
    db,
  )
  const isSole = brands.every(({ company }) => company === actor.company)
  const { rows: hosts } = await sql<{ host: string }>`select distinct host from link_miss
    where day between ${from}::text::date and ${to}::text::date`.execute(db)
  const isHostSeen = (host: string) => {
    const own = brands.find(({ slug }) => slug === brandThemeOf(host).name)
    return own ? own.isSeen : isSole
  }
  return hosts.map(({ host }) => host).filter(isHostSeen)
}

/** The links that are none and were followed most in a period, both days included, on hosts that a person sees. */
export async function readMisses(
  database: Pick<Database, 'db'>,
  asked: { actor: Actor; from: Day; to: Day },
): Promise<LinkMiss[]> {
  const { from, to } = asked
  const hosts = await hostsSeen(database, asked)
  const { rows } =
    await sql<LinkMiss>`select host, token, nullif(referrer, '') as referrer, sum(misses)::bigint as misses
    from link_miss where day between ${from}::text::date and ${to}::text::date
      ${hosts === null ? sql`` : sql`and host = any(${arrayOf('text', hosts)})`}
    group by host, token, referrer order by sum(misses) desc, host, token, referrer limit 200`.execute(database.db)
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
