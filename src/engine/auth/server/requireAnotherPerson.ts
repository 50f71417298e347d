import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Actor } from '#engine/declaration/actor.ts'
import { firstRow, timestamp } from '#engine/server/database/rows.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { type Account, accountOf } from './authorship.ts'

const dayMs = 24 * 60 * 60_000

/** What a company asks of the second person. */
export interface ApprovalTerms {
  /** For so many days neither made or changed the other's account. */
  readonly approverApartDays: number
  /** So many days old is the account that decides. */
  readonly approverAgeDays: number
}

/** A decision about the work of others. */
export interface SecondDecision {
  /** The accounts by which it was done; none where a job did it. */
  readonly authors: readonly Account[]
  readonly approver: Actor
  readonly demands: ApprovalTerms
  readonly at: Date
}

/** A company's terms, as columns of a query on `company`. */
export const approvalTermsSql = sql<ApprovalTerms>`coalesce(company.approver_apart_days, 0) as "approverApartDays",
  coalesce(company.approver_age_days, 0) as "approverAgeDays"`

/** The terms of a company; an owner of none asks for nothing beside another person. */
export async function readApprovalTerms(db: Kysely<any>, company: RawBuilder<number | null>): Promise<ApprovalTerms> {
  const found = await firstRow(db, sql<ApprovalTerms>`select ${approvalTermsSql} from company where id = (${company})`)
  return found ?? { approverApartDays: 0, approverAgeDays: 0 }
}

/** SQL rows (side, kind, id) of the accounts on one side. */
const sideSql = (side: string, accounts: readonly Account[]) =>
  accounts.map(({ kind, id }) => sql`(${side}::text, ${kind}::text, ${id}::bigint)`)

/**
 * Whether one person may stand behind both sides: the same account, or one whose holder made or changed the other,
 * directly or through accounts in between. A key, a person of an affiliate and a restored user belong to their maker
 * for good; what one user did to another counts since `since`. Root ties users together by making them as little as a
 * new office can do without; a root user who is an author is one like any other.
 */
async function shareHand(
  db: Kysely<any>,
  { authors, approver, since }: { authors: readonly Account[]; approver: Account; since: Date },
): Promise<boolean> {
  const rows = [...sideSql('author', authors), ...sideSql('approver', [approver])]
  const shared = sql<{ is_shared: boolean }>`with recursive hand (side, kind, id) as (
      select side, kind, id from (values ${sql.join(rows)}) sides (side, kind, id)
      union
      select hand.side, made.author_kind, made.author from hand join authorship made
        on made.object = hand.kind and made.object_id = hand.id and made.author is not null
        and (made.at > ${timestamp(since)} or made.object <> 'user')
        and (made.object <> 'user' or made.what <> 'made' or not made.author_is_root
          or (made.author_kind, made.author) in (values ${sql.join(
            authors.length > 0
              ? authors.map(({ kind, id }) => sql`(${kind}::text, ${id}::bigint)`)
              : [sql`(''::text, 0::bigint)`],
          )})))
    select exists (select from hand one join hand other on other.kind = one.kind and other.id = one.id
      and one.side = 'author' and other.side = 'approver') as is_shared`
  return (await firstRow(db, shared))!.is_shared
}

/** Why an actor may not decide. */
export type Dependence = 'approver_not_apart' | 'approver_too_new'

/**
 * The one place that says who counts as another person: no author of what is decided, nor of the account by which an
 * author acted, nor made or changed by one; and an account of some age.
 * @returns why this actor is none; null where they may decide
 */
export async function findDependence(
  db: Kysely<any>,
  { authors, approver, demands, at }: SecondDecision,
): Promise<Dependence | null> {
  const account = accountOf(approver)
  if (!account) return 'approver_not_apart'
  const since = new Date(at.getTime() - demands.approverApartDays * dayMs)
  if (authors.length > 0 && (await shareHand(db, { authors, approver: account, since }))) return 'approver_not_apart'
  if (account.kind !== 'user') return null
  const user = await firstRow(
    db,
    sql<{ created_at: Date }>`select created_at from "user" where id = ${account.id}::bigint`,
  )
  const youngest = at.getTime() - demands.approverAgeDays * dayMs
  return !user || user.created_at.getTime() > youngest ? 'approver_too_new' : null
}

/**
 * Requires that an actor is another person than the authors of what they decide about, see {@link findDependence}.
 * @throws ApiError `approver_not_apart`, `approver_too_new`
 */
export async function requireAnotherPerson(db: Kysely<any>, decision: SecondDecision): Promise<void> {
  const dependence = await findDependence(db, decision)
  if (!dependence) return
  const { approverApartDays, approverAgeDays } = decision.demands
  const days = dependence === 'approver_too_new' ? approverAgeDays : approverApartDays
  throw new ApiError(dependence, { values: { days } })
}
