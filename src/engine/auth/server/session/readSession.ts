import { type Kysely, type RawBuilder, sql } from 'kysely'
import { portalViewerRoles, profiles } from '#resources/roles.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import { actorOfUser } from '../../actorOfUser.ts'
import type { SessionUser } from '../../answers/session.ts'
import type { RoleName } from '#engine/declaration/names.ts'
import { suspensionSql } from './suspensionSql.ts'

/** What a partner's session may do: what the profile of that name may. */
export const partnerSessionRoles: readonly RoleName[] = profiles.Partner

/** A session as its row stands, with who holds it as they stand now; `user` is null where they are gone. */
export interface SessionState {
  readonly id: string
  readonly kind: 'user' | 'partner' | 'affiliate'
  readonly isSecondStepDue: boolean
  readonly refreshHash: string | null
  readonly createdAt: Date
  readonly lastSeenAt: Date
  readonly expiresAt: Date
  readonly endedAt: Date | null
  /** Position of the database's log after the last write of this session, in bytes; null where no replica is read. */
  readonly lastWrite: number | null
  /**
   * The end of the access key that opened the session, which the session does not outlive; null where there is none.
   */
  readonly keyExpiresAt: Date | null
  readonly user: SessionUser | null
  /** The access key that opened it. */
  readonly accessKey: number | null
  /** Who made that key or invited the person, or which program holds the tokens, in words; null where nobody knows. */
  readonly through: string | null
}

/** A session that is open and whose holder is still there. */
export type OpenSession = SessionState & { readonly user: SessionUser }

/** The state as its JSON carries it; moments are ISO 8601. */
interface Row {
  id: string
  user_id: number | null
  partner_id: number | null
  affiliate_id: number | null
  is_second_step_due: boolean
  refresh_hash: string | null
  created_at: string
  last_seen_at: string
  expires_at: string
  ended_at: string | null
  last_write: number | null
  key_expires_at: string | null
  access_key: number | null
  through: string | null
  person: Person | null
  company: SessionUser['company']
  layout: Record<string, unknown> | null
}
interface Person {
  id: number
  name: string
  email: string
  roles: string[] | null
  root: boolean | null
  profile: string | null
  brands: number[] | null
  language: string | null
  partner: number | null
  manager?: number | null
  affiliate: number | null
  affiliateUser: number | null
  viewedBy: string | null
}

const authorOf = (object: string, id: string) => `(select made.author_name from authorship made
  where made.object = '${object}' and made.object_id = ${id} and made.author is not null order by made.id desc limit 1)`
/** A key by its last characters, and who made it. */
const throughKey = `'…' || opener.hint || coalesce(' · ' || ${authorOf('accessKey', 'opener.id')}, '')`
/** Who let a person in: made, invited or changed them last. */
const throughPerson = authorOf('affiliateUser', 'someone.id')

const companyJson = (switchedOff: string) =>
  `json_strip_nulls(json_build_object('id', c.id, 'name', c.name, 'timeZone', c.time_zone,
    'switchedOff', to_json(nullif(${switchedOff}, '{}'))))`

/** For root, the features that every company switched off: root sees the records of all. */
const offEverywhere = `case when u.root then array(select off.feature from unnest(c.switched_off) off (feature)
  where not exists (select from company other where off.feature <> all (other.switched_off))) else c.switched_off end`

/**
 * A partner's session is over with the key that opened it, whoever ended that. It is of the partner's company, and sees
 * of its brands those that the
 * subtree's affiliates work for.
 */
const ofPartner = `
  with recursive subtree (id, depth) as (
    select id, 1 from partner where id = s.partner_id
    union all select p.id, depth + 1 from partner p join subtree on p.parent = subtree.id where depth < 3
  ), visible as (
    select distinct b.id from subtree join affiliate a on a.partner = subtree.id join brand b on b.id = any (a.brands)
    where b.company = (select company from partner where id = s.partner_id)
  )
  select json_build_object('id', pa.id, 'name', pa.name, 'profile', 'Partner', 'partner', pa.id,
      'brands', (select coalesce(json_agg(id order by id), '[]') from visible)) as person,
    (select ${companyJson('c.switched_off')} from company c where c.id = pa.company) as company, opener.expires_at as key_expires_at, ${throughKey} as through
  from partner pa left join access_key opener on opener.id = s.access_key
  where pa.id = s.partner_id and opener.ended_at is null`

/**
 * An affiliate's session is over with its key as well, or where who of its people opened it is suspended. Which brands it
 * works for says of which it chooses. Staff who look at its pages do so in a session of it, are named, and see no more of
 * it once they lost a role for it.
 */
const ofAffiliate = `
  select json_build_object('id', af.id, 'name', af.name, 'email', someone.email, 'affiliate', af.id,
      'affiliateUser', someone.id, 'viewedBy', viewer.email, 'language', coalesce(someone.language, af.language),
      'brands', (select coalesce(json_agg(b.id order by b.id), '[]') from brand b
        where b.id = any (af.brands) and b.company = af.company)) as person,
    (select ${companyJson('c.switched_off')} from company c where c.id = af.company) as company,
    opener.expires_at as key_expires_at, coalesce(${throughKey}, ${throughPerson}, viewer.email) as through
  from affiliate af left join access_key opener on opener.id = s.access_key
    left join affiliate_user someone on someone.id = s.affiliate_user_id left join "user" viewer on viewer.id = s.viewer_id
  where af.id = s.affiliate_id and opener.ended_at is null
    and (s.affiliate_user_id is null or (someone.affiliate = af.id and not someone.suspended))
    and (s.viewer_id is null or (not viewer.suspended and (viewer.root or (viewer.company = af.company
      and viewer.roles @> array[${portalViewerRoles.map((role) => `'${role}'`).join(', ')}]))))`

const ofUser = `
  select json_build_object('id', u.id, 'name', u.name, 'email', u.email, 'roles', u.roles, 'root', u.root, 'profile', u.profile,
      'brands', u.allowed_brands, 'language', u.language, 'partner', u.partner,
      'manager', case when u.own_affiliates and not u.root then u.id end) as person,
    case when c.id is null then null else ${companyJson(offEverywhere)} end as company,
    preference.layout
  from "user" u left join company c on c.id = u.company left join user_preference preference on preference.user_id = u.id
  where u.id = s.user_id and not u.suspended`

type Kind = SessionState['kind']

const holders: Readonly<Record<Kind, string>> = {
  user: `left join lateral (${ofUser}) by_user on s.user_id is not null`,
  partner: `left join lateral (${ofPartner}) by_partner on s.partner_id is not null`,
  affiliate: `left join lateral (${ofAffiliate}) by_affiliate on s.affiliate_id is not null`,
}
const allKinds: readonly Kind[] = ['user', 'partner', 'affiliate']
const nobody = (name: string) =>
  `cross join (select null::json as person, null::json as company, null::jsonb as layout, null::timestamptz as key_expires_at, null::text as through) ${name}`

/**
 * The statement up to the session's id, for sessions of one kind or of either. What cannot be needed is left out:
 * planning a partner's part takes longer than reading a user's session.
 */
const stateText = (kinds: readonly Kind[]) => `(select row_to_json(state)::text from (
    select s.id, s.access_key, coalesce(by_partner.through, by_affiliate.through, (select client_name from oauth_grant where session = s.id)) as through, s.user_id, s.partner_id, s.affiliate_id, s.is_second_step_due, s.refresh_hash, s.created_at, s.last_seen_at, s.expires_at, s.ended_at, pg_wal_lsn_diff(s.last_write, '0/0') as last_write,
      coalesce(by_user.person, by_partner.person, by_affiliate.person) as person,
      coalesce(by_user.company, by_partner.company, by_affiliate.company) as company, by_user.layout,
      coalesce(by_partner.key_expires_at, by_affiliate.key_expires_at) as key_expires_at
    from session s ${allKinds.map((kind) => (kinds.includes(kind) ? holders[kind] : nobody(`by_${kind}`))).join(' ')}
    where s.id = `
const stateBefore = (kinds: readonly Kind[]) => sql.raw(stateText(kinds))
const statesBefore = {
  user: stateBefore(['user']),
  partner: stateBefore(['partner']),
  affiliate: stateBefore(['affiliate']),
  either: stateBefore(allKinds),
}
const stateAfter = sql.raw(') state)')

/**
 * A session with its holder's present roles as text, as a column of any statement: by primary key, null where there is
 * no such session. {@link sessionOfText} reads it.
 * @param kind where it is known: it never changes.
 */
export function sessionText(sessionId: string, kind: Kind | 'either' = 'either'): RawBuilder<string | null> {
  return sql`${statesBefore[kind]}${sessionId}::text::uuid${stateAfter}`
}

const digestOf = (state: string) => `encode(sha256(convert_to(${state}, 'UTF8')), 'hex')`

/**
 * The function by which a role that must not read sessions asks whether one is still what it was: of the text of
 * {@link sessionText} it answers the SHA-256. It runs as its owner, in the snapshot of
 * the statement that asks.
 */
export const sessionDigestFunction: string = `create or replace function office_session_digest(asked_id uuid, asked_kind text) returns text
  language plpgsql stable security definer set search_path from current as $digest$
begin
  if asked_kind = 'partner' then return ${digestOf(`${stateText(['partner'])}asked_id) state)`)}; end if;
  if asked_kind = 'affiliate' then return ${digestOf(`${stateText(['affiliate'])}asked_id) state)`)}; end if;
  return ${digestOf(`${stateText(['user'])}asked_id) state)`)};
end $digest$`

/** The digest of a session as a column of any statement of such a role. */
export function sessionDigest(sessionId: string, kind: Kind): RawBuilder<string | null> {
  return sql`office_session_digest(${sessionId}::text::uuid, ${kind}::text)`
}

/**
 * A user's rights as they are at this moment, as a session of theirs would have them; null where there is no such user.
 * What is done for somebody who is not there is done by it.
 */
export async function readUserActor(db: Kysely<any>, userId: number): Promise<Actor | null> {
  const {
    rows: [row],
  } = await sql<Row>`select by_user.person, by_user.company, by_user.layout
    from (select ${String(userId)}::text::bigint as user_id) s cross join lateral (${sql.raw(ofUser)}) by_user`.execute(
    db,
  )
  if (!row?.person) return null
  const { sessionId: _, ...actor } = actorOfSession({ id: '', kind: 'user' }, userOf(row.person, 'user', row))
  return actor
}

/** The same of one of an affiliate's people; null where that person, or the affiliate, is gone or suspended. */
export async function readPersonActor(db: Kysely<any>, affiliateUser: number): Promise<Actor | null> {
  const {
    rows: [row],
  } = await sql<Row>`select by_affiliate.person, by_affiliate.company, by_affiliate.through
    from (select id as affiliate_user_id, affiliate as affiliate_id, null::bigint as access_key,
        null::bigint as viewer_id from affiliate_user
      where id = ${String(affiliateUser)}::text::bigint) s cross join lateral (${sql.raw(ofAffiliate)}) by_affiliate
    where not exists (${suspensionSql(sql`s.affiliate_id`, sql`null::bigint`)})`.execute(db)
  if (!row?.person) return null
  const { sessionId: _, ...actor } = actorOfSession(
    { id: '', kind: 'affiliate', through: row.through },
    userOf(row.person, 'affiliate', { ...row, layout: null }),
  )
  return actor
}

/** What {@link sessionText} says. */
export function sessionOfText(text: string): SessionState {
  const row = JSON.parse(text) as Row
  const kind = row.user_id !== null ? 'user' : row.affiliate_id === null ? 'partner' : 'affiliate'
  return {
    id: row.id,
    kind,
    isSecondStepDue: row.is_second_step_due,
    refreshHash: row.refresh_hash,
    createdAt: new Date(row.created_at),
    lastSeenAt: new Date(row.last_seen_at),
    expiresAt: new Date(row.expires_at),
    endedAt: row.ended_at === null ? null : new Date(row.ended_at),
    lastWrite: row.last_write,
    keyExpiresAt: row.key_expires_at === null ? null : new Date(row.key_expires_at),
    user: row.person && userOf(row.person, kind, row),
    accessKey: row.access_key,
    through: row.through,
  }
}

/** A session with its holder's present roles, in one query by primary key; null where there is no such session. */
export async function readSession(db: Kysely<any>, sessionId: string): Promise<SessionState | null> {
  const {
    rows: [row],
  } = await sql<{ text: string | null }>`select ${sessionText(sessionId)} as text`.execute(db)
  return row?.text ? sessionOfText(row.text) : null
}

/** An affiliate holds no role: what it may do is declared for it, and nothing else. */
const rolesOf = ({ roles }: Person, kind: Kind): readonly string[] =>
  kind === 'partner' ? partnerSessionRoles : kind === 'affiliate' ? [] : (roles ?? [])

function userOf(person: Person, kind: SessionState['kind'], { company, layout }: Row): SessionUser {
  return {
    id: person.id,
    name: person.name,
    email: person.email ?? null,
    company,
    roles: rolesOf(person, kind),
    root: kind === 'user' && person.root === true,
    profile: person.profile ?? null,
    allowedBrands: person.brands ?? [],
    partner: person.partner ?? null,
    ...(person.manager ? { manager: person.manager } : {}),
    ...(person.affiliate ? { affiliate: person.affiliate } : {}),
    ...(person.affiliateUser ? { affiliateUser: person.affiliateUser } : {}),
    ...(person.viewedBy ? { viewedBy: person.viewedBy } : {}),
    settings: { language: person.language ?? null, layout: layout ?? {} },
  }
}

/** Who acts in a session. */
export function actorOfSession(
  session: Pick<SessionState, 'id' | 'kind'> & Partial<Pick<SessionState, 'accessKey' | 'through'>>,
  user: SessionUser,
): Actor {
  return {
    ...actorOfUser(user),
    kind: session.kind,
    userId: session.kind === 'user' ? user.id : null,
    ...(session.accessKey ? { accessKey: session.accessKey } : {}),
    ...(session.through ? { through: session.through } : {}),
    sessionId: session.id,
  }
}
