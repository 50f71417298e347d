import { type Kysely, type RawBuilder, sql } from 'kysely'
import { requireIndependentApprover, type TwoPeople } from '#engine/auth/server/requireApart.ts'
import { ApiError } from '#engine/server/http/errors.ts'

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

/** Who wrote what was approved is no author of what comes next. */
export async function forgetAuthors(db: Kysely<any>, table: string, id: number): Promise<void> {
  await sql`update ${sql.table(table)} set sys_authors = '{}', sys_changed_by = null
    where id = ${id}::bigint`.execute(db)
}

/**
 * Asks that whoever approves wrote nothing of it since it was approved last, and is apart from everybody who did.
 * @param code of the error for an author
 * @throws ApiError `code`, and as {@link requireIndependentApprover} does
 */
export async function requireOther(
  db: Kysely<any>,
  {
    authors,
    code,
    ...given
  }: Omit<TwoPeople, 'asker'> & {
    readonly authors: readonly number[]
    readonly code: 'media_by_same_person' | 'site_by_same_person'
  },
): Promise<void> {
  if (authors.includes(given.approver)) throw new ApiError(code)
  for (const asker of authors) await requireIndependentApprover(db, { asker, ...given })
}
