import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Actor } from '#engine/declaration/actor.ts'
import { textArray } from '#engine/server/database/arrays.ts'

/** An account by which a person acts: a user, one of an affiliate's people, or whoever holds an access key. */
export interface Account {
  readonly kind: 'user' | 'affiliateUser' | 'accessKey'
  readonly id: number
}

/** The tables of accounts, by the word that authorship has for them. */
export const accountTables: Readonly<Record<string, string>> = {
  user: 'user',
  affiliate_user: 'affiliateUser',
  access_key: 'accessKey',
}

/** Those of people who sign in by themselves. */
export const signInTables: readonly string[] = ['user', 'affiliate_user']

/** The account by which an actor acts; null for jobs and commands. */
export function accountOf({ userId, affiliateUser, accessKey }: Actor): Account | null {
  if (userId !== null) return { kind: 'user', id: userId }
  if (affiliateUser !== undefined) return { kind: 'affiliateUser', id: affiliateUser }
  return accessKey === undefined ? null : { kind: 'accessKey', id: accessKey }
}

/** Users as accounts; ids that are empty (a job) are left out. */
export function userAccounts(...ids: readonly (number | null)[]): Account[] {
  return ids.flatMap((id) => (id === null ? [] : [{ kind: 'user', id } as const]))
}

/** What an actor did to an account, or to a record that another person decides about. */
export interface Authored {
  /** `accessKey`, or the resource's name. */
  readonly object: string
  readonly id: number
  /** What it is called at this time: an account's e-mail address, a key's label. */
  readonly name?: string | null
  /** `made`, `removed`, `restored`, or what changed. */
  readonly what: string
  readonly author: Actor
  readonly at: Date
}

/** Stores who did something, for good: also when both sides are gone. */
export async function storeAuthor(db: Kysely<any>, { object, id, name, what, author, at }: Authored): Promise<void> {
  const account = accountOf(author)
  await sql`insert into authorship (object, object_id, object_name, what, author_kind, author, author_name,
      author_is_root, at)
    values (${object}::text, ${id}::bigint, ${name ?? null}::text, ${what}::text, ${account?.kind ?? null}::text,
      ${account?.id ?? null}::bigint, ${author.name}::text, ${author.root}::boolean,
      ${at.toISOString()}::text::timestamptz)`.execute(db)
}

/** Ends the authorship of what was decided: its authors are no authors of what comes next. */
export const decidedMark = 'decided'

/** SQL condition on `authorship made`: by an account, since the last decision about the record. */
export function openAuthorshipSql(object: string, id: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`made.object = ${object}::text and made.object_id = ${id} and made.author is not null
    and made.what <> ${decidedMark}::text and made.id > coalesce((select max(decided.id) from authorship decided
      where decided.object = ${object}::text and decided.object_id = ${id} and decided.what = ${decidedMark}::text), 0)`
}

/** The accounts that had a record in hand since the last decision about it. */
export async function readAuthors(
  db: Kysely<any>,
  { object, id, what }: { object: string; id: number; what?: string },
): Promise<Account[]> {
  const { rows } = await sql<Account>`select distinct made.author_kind as kind, made.author as id from authorship made
    where ${openAuthorshipSql(object, sql`${id}::bigint`)}
      and (${what ?? null}::text is null or made.what = ${what ?? null}::text)`.execute(db)
  return rows.map(({ kind, id: account }) => ({ kind, id: Number(account) }))
}

/** Makes all who ever did something to a record its authors again, decided or not: what they did may be back. */
export async function reopenAuthors(
  db: Kysely<any>,
  { object, id, what, at }: Omit<Authored, 'name' | 'author'>,
): Promise<void> {
  await sql`insert into authorship (object, object_id, what, author_kind, author, author_name, author_is_root, at)
    select distinct on (author_kind, author) object, object_id, what, author_kind, author, author_name, author_is_root,
      ${at.toISOString()}::text::timestamptz
    from authorship where object = ${object}::text and object_id = ${id}::bigint and what = ${what}::text
      and author is not null order by author_kind, author, id desc`.execute(db)
}

/**
 * Stores the authors of one record, since the last decision about it, as authors of another: of what follows from it.
 * @param from.names only of what was called so at that time
 */
export async function passAuthorsOn(
  db: Kysely<any>,
  {
    from,
    object,
    id,
    what,
    at,
  }: { from: { object: string; id: number; names?: readonly string[] } } & Omit<Authored, 'name' | 'author'>,
): Promise<void> {
  await sql`insert into authorship (object, object_id, what, author_kind, author, author_name, author_is_root, at)
    select distinct ${object}::text, ${id}::bigint, ${what}::text, made.author_kind, made.author, made.author_name,
      made.author_is_root, ${at.toISOString()}::text::timestamptz
    from authorship made where ${openAuthorshipSql(from.object, sql`${from.id}::bigint`)}
      and ${from.names ? sql`made.object_name = any(${textArray(from.names)}::text::text[])` : sql`true`}`.execute(db)
}
