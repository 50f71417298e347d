import { type Kysely, sql } from 'kysely'
import { firstRow, timestamp } from '#engine/server/database/rows.ts'
import { ApiError } from '#engine/server/http/errors.ts'

const dayMs = 24 * 60 * 60_000

/** Who asked for a payment, who approves it, and what the companies concerned ask of the two. */
export interface TwoPeople {
  /** Empty where a job asked. */
  readonly asker: number | null
  readonly approver: number
  /** For so many days the two had nothing to do with each other's accounts; so many days old is the approver's. */
  readonly terms: { readonly approverApartDays: number; readonly approverAgeDays: number }
  readonly at: Date
}

/**
 * Whether one person held both accounts lately: one of the two made or changed the other's, or somebody else made or
 * changed both, also through accounts in between. A root user who looks after everybody's
 * account ties nobody together, or else nobody could approve in an office that is new; one who asked is the asker as
 * anybody is.
 */
async function areTied(
  db: Kysely<any>,
  { asker, approver, since }: { asker: number; approver: number; since: Date },
): Promise<boolean> {
  const tied = sql<{ is_tied: boolean }>`with recursive held (side, holder) as (
      select side, id from (values ('asker', ${asker}::bigint), ('approver', ${approver}::bigint)) sides (side, id)
      union
      select held.side, author.author from held join user_author author on author.user_id = held.holder
        and author.author is not null and author.at > ${timestamp(since)}
        and (not author.author_is_root or author.author = ${asker}::bigint))
    select exists (select from held one join held other on other.holder = one.holder and one.side = 'asker'
      and other.side = 'approver') as is_tied`
  return (await firstRow(db, tied))!.is_tied
}

/**
 * Asks that whoever approves is a second person indeed: not the asker, an account of some age, and no account that the
 * asker made or changed lately (password, e-mail, roles, authenticator), nor the other way round.
 * @throws ApiError `approval_by_same_person`, `approver_too_new`, `approver_not_apart`
 */
export async function requireIndependentApprover(
  db: Kysely<any>,
  { asker, approver, terms, at }: TwoPeople,
): Promise<void> {
  if (asker === approver) throw new ApiError('approval_by_same_person')
  const { approverAgeDays: ageDays, approverApartDays: apartDays } = terms
  const account = sql<{ created_at: Date }>`select created_at from "user" where id = ${approver}::bigint`
  const user = await firstRow(db, account)
  if (!user || user.created_at.getTime() > at.getTime() - ageDays * dayMs)
    throw new ApiError('approver_too_new', { values: { days: ageDays } })
  if (
    asker !== null &&
    apartDays > 0 &&
    (await areTied(db, { asker, approver, since: new Date(at.getTime() - apartDays * dayMs) }))
  ) {
    throw new ApiError('approver_not_apart', { values: { days: apartDays } })
  }
}
