import { hash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Actor } from '#engine/declaration/actor.ts'
import type { ProvedStatement, Statement, StatementPosting } from '../answers/statement.ts'
import { addDays } from '#engine/values/calendar.ts'
import type { Money } from '#engine/values/money.ts'
import type { Database } from '#engine/server/database/connect.ts'
import { firstRow } from '#engine/server/database/rows.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { canonical } from '#engine/activityLog/server/lines/canonical.ts'
import { proveLogLine, type ProvedLine } from '#engine/activityLog/server/proof/proveLine.ts'
import { sealActivityLog } from '#engine/activityLog/server/sealActivityLog.ts'
import type { Hash } from '#lib/merkleLog/merkleTree.ts'
import { type LogOrigin, logActivity } from '#engine/activityLog/server/activityLog.ts'

/** What is posted to an owner's account on the days of a statement, and what it came to before. */
export async function readPayable(
  db: Kysely<any>,
  { owner, from, to, currency }: Pick<Statement, 'owner' | 'from' | 'to' | 'currency'>,
): Promise<ProvedStatement['ledger']> {
  const own = sql`${sql.ref(owner.kind)} = ${owner.id}::bigint and currency = ${currency}::text
    and account = 'payable'`
  const before = sql<{ opening: Money }>`select coalesce(-sum(amount), 0)::numeric(18, 2) as opening
    from posting where ${own} and day <= ${addDays(from, -1)}::text::date`
  const { rows } = await sql<Omit<StatementPosting, 'amount'> & { amount: Money }>`
    select id as posting, day::text as day, entry, payment, -amount as amount from posting
    where ${own} and day between ${from}::text::date and ${to}::text::date order by day, id`.execute(db)
  return {
    opening: Number((await firstRow(db, before))!.opening),
    postings: rows.map((row) => ({ ...row, amount: Number(row.amount) })),
  }
}

const partsOf = new WeakMap<Database, Map<number, Hash>>()

/** What was issued to an owner, as its line of the log says it. */
interface Issue {
  readonly owner: Statement['owner']
  readonly operation: 'issueStatement' | 'issueHistory'
  /** What the line calls its content. */
  readonly field: 'statement' | 'history'
  /** SHA-256, in hexadecimal digits. */
  readonly content: string
  readonly actor: Actor
  readonly request: LogOrigin
  readonly at: Date
}

/**
 * The line that says that this was issued; one is written where there is none, or where it proves nothing any
 * more because somebody's name was taken out of it. The proof shows its line whole: what an owner issues has a line of
 * the owner's own, which names nobody of the operator's staff, not even who made its key.
 */
async function issued(database: Database, { owner, operation, field, content, ...by }: Issue): Promise<string> {
  const { kind, id } = owner
  const { through: _, ...actor } = by.actor
  const isOwn = actor.kind === 'affiliate' || actor.kind === 'partner'
  const found = sql<{ id: string }>`select id::text as id from activity_log
    where object = ${kind}::text and object_id = ${String(id)}::text and operation = ${operation}::text
      and changes -> 0 ->> 'after' = ${content}::text and sys_redacted is null and (not ${isOwn}::boolean or actor = ${actor.name}::text) order by id limit 1`
  return inTransaction(database.db, async (transaction) => {
    // Asked twice at once it is one issue.
    await sql`select pg_advisory_xact_lock(hashtextextended(${content}::text, 0))`.execute(transaction)
    const before = await firstRow(transaction, found)
    if (before) return before.id
    const changes = [{ field, before: null, after: content }]
    await logActivity(transaction, {
      ...by,
      actor: isOwn ? actor : by.actor,
      operation,
      object: kind,
      objectId: id,
      changes,
    })
    return (await firstRow(transaction, found))!.id
  })
}

/**
 * Writes the hash of what is issued into the log, once, and seals the log over it.
 * @returns what leads from the hash to the signed head of the log
 * @throws ApiError `log_not_whole` where the log does not lead to its signed head
 */
export async function proveIssue(database: Database, issue: Issue): Promise<ProvedLine> {
  const id = await issued(database, issue)
  await sealActivityLog(database)
  const known = partsOf.get(database) ?? new Map<number, Hash>()
  partsOf.set(database, known)
  const reading = database.db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return reading.execute((db) => proveLogLine(db, { id, known }))
}

/**
 * Issues a statement: its hash is written into the log, once, and the log is sealed over it.
 * @returns what the program needs that checks it offline (`src/cli/verifyStatement.mjs`)
 * @throws ApiError `log_not_whole` where the log does not lead to its signed head
 */
export async function proveStatement(
  database: Database,
  {
    statement,
    ledger,
    ...by
  }: Pick<ProvedStatement, 'statement' | 'ledger'> & { actor: Actor; request: LogOrigin; at: Date },
): Promise<ProvedStatement> {
  const content = hash('sha256', canonical({ ledger, statement }))
  const issue = { owner: statement.owner, operation: 'issueStatement', field: 'statement', content } as const
  return { statement, ledger, ...(await proveIssue(database, { ...issue, ...by })) }
}
