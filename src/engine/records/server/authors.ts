import { type RawBuilder, sql } from 'kysely'
import { type Account, decidedMark, readAuthors, storeAuthor, userAccounts } from '#engine/auth/server/authorship.ts'
import { type ApprovalTerms, requireAnotherPerson } from '#engine/auth/server/requireAnotherPerson.ts'
import { tableName } from '#engine/declaration/derive/table.ts'
import type { WriteContext } from './change.ts'

/*
 * What another person approves than whoever wrote it: everybody who changed it since it was approved last is kept with
 * it (`sys_authors`), and none of them approves it, however many colleagues wrote after them.
 */

/** Everybody who changed a record since it was approved last, as ids of users. Older servers note the last one alone. */
export function authorsSql(alias: string): RawBuilder<readonly number[]> {
  const [authors, last] = ['sys_authors', 'sys_changed_by'].map((column) => sql.ref(`${alias}.${column}`))
  return sql`(case when ${last} = any (${authors}) or ${last} is null then ${authors}
    else ${authors} || ${last} end)`
}

/** Whether somebody is one of them. */
export function isAuthorSql(alias: string, user: number | null): RawBuilder<boolean> {
  return sql`coalesce(${user}::bigint = any (${authorsSql(alias)}), false)`
}

/** What is set where somebody wrote: they are one of the authors from now on; nobody is added for an affiliate. */
export function noteAuthorSql(table: string, user: number | null): RawBuilder<unknown> {
  return sql`sys_authors = case when ${isAuthorSql(table, user)} or ${user}::bigint is null then ${authorsSql(table)}
    else ${authorsSql(table)} || ${user}::bigint end, sys_changed_by = ${user}::bigint`
}

/**
 * Who wrote what was approved is no author of what comes next.
 * @param record.isKept users stand in the record itself as well
 */
export async function forgetAuthors(
  { db, actor, at }: Pick<WriteContext, 'db' | 'actor' | 'at'>,
  { object, id, isKept }: { object: string; id: number; isKept: boolean },
): Promise<void> {
  if (isKept)
    await sql`update ${sql.table(tableName(object))} set sys_authors = '{}', sys_changed_by = null
      where id = ${id}::bigint`.execute(db)
  await storeAuthor(db, { object, id, what: decidedMark, author: actor, at })
}

/**
 * Requires that an actor is another person than everybody who wrote a record since it was approved last: users, and
 * those behind the keys and people of affiliates.
 * @param users who changed it, of {@link authorsSql}
 * @param others accounts that are authors besides
 * @throws ApiError as {@link requireAnotherPerson} does
 */
export async function requireNoAuthor(
  { db, actor, at }: Pick<WriteContext, 'db' | 'actor' | 'at'>,
  {
    object,
    id,
    users,
    others = [],
    demands,
  }: {
    object: string
    id: number
    users: readonly number[]
    others?: readonly Account[] | undefined
    demands: ApprovalTerms
  },
): Promise<void> {
  const authors = [...userAccounts(...users), ...others, ...(await readAuthors(db, { object, id }))]
  await requireAnotherPerson(db, { authors, approver: actor, demands, at })
}
