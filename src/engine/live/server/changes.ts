import { type Kysely, sql } from 'kysely'

/** A record that was written, as everybody's pages hear of it. */
export interface LiveChange {
  readonly resource: string
  readonly id: string
  /** Whose write it was; null where the product wrote it. */
  readonly userId: number | null
  readonly actor: string
}

/** A number that was given out may be committed after one that is higher: so long it is looked for again. */
const lateMs = 15_000
const linesMax = 1_000

/**
 * Reads what the activity log has gained since it was asked last: one question by the primary key, whoever listens. It
 * needs no channel of the database's own, which a pooler between would not carry, and costs writers nothing.
 */
export async function changeReader(
  db: Kysely<any>,
  now: () => number = Date.now,
): Promise<() => Promise<LiveChange[]>> {
  const newest = async () =>
    (await sql<{ id: string }>`select coalesce(max(id), 0)::text as id from activity_log`.execute(db)).rows[0]!.id
  let from = BigInt(await newest())
  const seen = new Set<string>()
  const marks: { readonly at: number; readonly id: bigint }[] = []
  return async () => {
    const { rows } = await sql<{ line: string; object: string; id: string; user: string | null; actor: string | null }>`
      select id::text as line, object, object_id as id, "user"::text as "user", actor from activity_log
      where id > ${String(from)}::text::bigint order by id limit ${linesMax}::integer`.execute(db)
    const fresh = rows.filter(({ line }) => !seen.has(line))
    for (const { line } of fresh) seen.add(line)
    const last = rows.at(-1)
    if (last) marks.push({ at: now(), id: BigInt(last.line) })
    // A flood is not gone through twice.
    while (marks[0] && (marks[0].at < now() - lateMs || rows.length === linesMax)) from = marks.shift()!.id
    for (const line of seen) if (BigInt(line) <= from) seen.delete(line)
    return fresh.map(({ object, id, user, actor }) => ({
      resource: object,
      id,
      userId: user === null ? null : Number(user),
      actor: actor ?? '',
    }))
  }
}
