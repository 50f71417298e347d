import type { Actor } from '#engine/declaration/actor.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'

/** Whether somebody wrote of a record since it was approved last, so that somebody else approves it. */
export function isOwnWriting(record: AnyRecord, { userId }: Actor): boolean {
  const authors = record['authors']
  return userId !== null && Array.isArray(authors) && authors.includes(userId)
}
