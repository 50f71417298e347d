import { type Kysely, type RawBuilder, sql } from 'kysely'
import { profiles } from '../../../../resources/roles.ts'
import type { Actor } from '../../../config/actor.ts'
import type { SessionUser } from '../../../config/answers/session.ts'
import type { RoleName } from '../../../config/names.ts'

/** What a partner's session may do: what the profile of that name may. */
export const partnerSessionRoles: readonly RoleName[] = profiles.Partner

/** A session as its row stands, with who holds it as they stand now; `user` is null where they are gone. */
export interface SessionState {
  readonly id: string
  readonly kind: 'user' | 'partner'
  readonly isSecondStepDue: boolean
  readonly refreshHash: string | null
  readonly createdAt: Date
  readonly lastSeenAt: Date
  readonly expiresAt: Date
  readonly endedAt: Date | null
  readonly user: SessionUser | null
}

interface Row {
  id: string; user_id: string | null; partner_id: string | null; is_second_step_due: boolean; refresh_hash: string | null
  created_at: Date; last_seen_at: Date; expires_at: Date; ended_at: Date | null
  person: Person | null; company: { id: number; name: string } | null; layout: Record<string, unknown> | null
}
interface Person { id: number; name: string; email: string; roles: string[] | null; root: boolean | null; profile: string | null; brands: number[] | null; language: string | null; partner: number | null }

/**
 * A partner's session sees the brands its subtree's affiliates work for. Where those belong to several companies it is the company of the
 * oldest brand: a session has one company.
 */
const ofPartner = sql`
  with recursive subtree (id, depth) as (
    select id, 1 from partner where id = s.partner_id
    union all select p.id, depth + 1 from partner p join subtree on p.parent = subtree.id where depth < 3
  ), visible as (
    select distinct b.id, b.company from subtree join affiliate a on a.partner = subtree.id join brand b on b.id = any (a.brands)
  )
  select json_build_object('id', pa.id, 'name', pa.name, 'profile', 'Partner', 'partner', pa.id,
      'brands', (select coalesce(json_agg(id order by id), '[]') from visible)) as person,
    (select json_build_object('id', c.id, 'name', c.name) from company c where c.id = (select company from visible order by id limit 1)) as company
  from partner pa where pa.id = s.partner_id`

const ofUser = sql`
  select json_build_object('id', u.id, 'name', u.name, 'email', u.email, 'roles', u.roles, 'root', u.root, 'profile', u.profile,
      'brands', u.allowed_brands, 'language', u.language, 'partner', u.partner) as person,
    case when c.id is null then null else json_build_object('id', c.id, 'name', c.name) end as company,
    preference.layout
  from "user" u left join company c on c.id = u.company left join user_preference preference on preference.user_id = u.id
  where u.id = s.user_id`

/** A session with its holder's present roles, in one query by primary key; null where there is no such session. */
export async function readSession(db: Kysely<any>, sessionId: string): Promise<SessionState | null> {
  const ofHolder = (holder: RawBuilder<unknown>, column: string, alias: string) =>
    sql`left join lateral (${holder}) ${sql.ref(alias)} on ${sql.ref(`s.${column}`)} is not null`
  const { rows } = await sql<Row>`
    select s.id, s.user_id, s.partner_id, s.is_second_step_due, s.refresh_hash, s.created_at, s.last_seen_at, s.expires_at, s.ended_at,
      coalesce(by_user.person, by_partner.person) as person, coalesce(by_user.company, by_partner.company) as company, by_user.layout
    from session s ${ofHolder(ofUser, 'user_id', 'by_user')} ${ofHolder(ofPartner, 'partner_id', 'by_partner')}
    where s.id = ${sessionId}`.execute(db)
  return rows[0] ? stateOf(rows[0]) : null
}

/** A user's rights as they are at this moment, as a session of theirs would have them; null where there is no such user. What is done for somebody who is not there is done by it. */
export async function readUserActor(db: Kysely<any>, userId: number): Promise<Actor | null> {
  const { rows: [row] } = await sql<Row>`select by_user.person, by_user.company, by_user.layout
    from (select ${String(userId)}::text::bigint as user_id) s cross join lateral (${ofUser}) by_user`.execute(db)
  if (!row?.person) return null
  const { sessionId: _, ...actor } = actorOfSession({ id: '', kind: 'user' }, userOf(row.person, 'user', row))
  return actor
}

function stateOf(row: Row): SessionState {
  const kind = row.user_id === null ? 'partner' : 'user'
  return {
    id: row.id, kind, isSecondStepDue: row.is_second_step_due, refreshHash: row.refresh_hash,
    createdAt: row.created_at, lastSeenAt: row.last_seen_at, expiresAt: row.expires_at, endedAt: row.ended_at,
    user: row.person && userOf(row.person, kind, row),
  }
}

function userOf(person: Person, kind: SessionState['kind'], { company, layout }: Row): SessionUser {
  return {
    id: person.id, name: person.name, email: person.email ?? null, company,
    roles: kind === 'partner' ? partnerSessionRoles : (person.roles ?? []),
    root: kind === 'user' && person.root === true,
    profile: person.profile, allowedBrands: person.brands ?? [], partner: person.partner ?? null,
    settings: { language: person.language ?? null, layout: layout ?? {} },
  }
}

/** Who acts in a session. */
export function actorOfSession(session: Pick<SessionState, 'id' | 'kind'>, user: SessionUser): Actor {
  return {
    kind: session.kind, userId: session.kind === 'user' ? user.id : null, name: user.email ?? user.name, root: user.root,
    roles: new Set(user.roles as readonly RoleName[]), company: user.company?.id ?? null,
    allowedBrands: user.allowedBrands, partner: user.partner, sessionId: session.id,
  }
}
