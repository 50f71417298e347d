import { type Kysely, sql } from 'kysely'
import type { Actor } from '#engine/declaration/actor.ts'

/** What somebody did to an account. */
export interface AuthoredChange {
  readonly userId: number
  /** The account's e-mail at that time. */
  readonly userName: string
  /** `made`, `removed`, or what changed. */
  readonly what: string
  readonly author: Actor
  readonly at: Date
}

/** Remembers who made or changed an account, for good: also when both accounts are gone. */
export async function insertUserAuthor(
  db: Kysely<any>,
  { userId, userName, what, author, at }: AuthoredChange,
): Promise<void> {
  await sql`insert into user_author (user_id, user_name, author, author_name, author_is_root, what, at)
    values (${userId}::bigint, ${userName}::text, ${author.userId}::bigint, ${author.name}::text,
      ${author.root}::boolean, ${what}::text,
      ${at.toISOString()}::text::timestamptz)`.execute(db)
}
