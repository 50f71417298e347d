import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { currentKeys } from '#engine/activityLog/server/keys/currentKeys.ts'
import {
  changeName,
  commitmentsOf,
  proveLine,
  redactedValues,
  saltsOf,
} from '#engine/activityLog/server/lines/lineProof.ts'
import { storedLines } from '#engine/activityLog/server/lines/storedLines.ts'
import { sealActivityLog, sealBatch } from '#engine/activityLog/server/sealActivityLog.ts'
import { type Checkpoint, readCheckpoint } from '#engine/activityLog/server/tree/checkpoint.ts'
import { verifyActivityLog, verifyIn } from '#engine/activityLog/server/verifyActivityLog.ts'
import { systemActor } from '#engine/declaration/actor.ts'
import { logActivity } from '#engine/activityLog/server/activityLog.ts'
import { asSuperuser, createTestDatabase, type TestDatabase } from '#tests/support/database.ts'

const keptLines = 40
const laterLines = 10
const forgeries = 1000

let made: TestDatabase
let kept: Checkpoint
const write = (count: number) =>
  asSuperuser(made.database)
    .transaction()
    .execute(async (transaction) => {
      for (let number = 0; number < count; number += 1) {
        const changes = [
          { field: 'name', before: `before ${number}`, after: `after ${number}` },
          { field: 'minimumPayout', before: number, after: number + 0.5 },
        ]
        await logActivity(transaction, {
          actor: systemActor('test'),
          operation: 'update',
          object: 'brand',
          objectId: number,
          changes,
          request: { method: 'PUT', url: `/api/brand/${number}`, address: '192.0.2.1' },
          batch: 'b1',
        })
      }
    })

beforeAll(async () => {
  made = await createTestDatabase()
  await write(keptLines)
  await sealActivityLog(made.database)
  const whole = await verifyActivityLog(made.database)
  if (!whole.ok) throw new Error('The log is not whole to begin with.')
  const { origin, current } = currentKeys()
  kept = readCheckpoint(whole.note!, { origin, publicKeys: [current.publicBytes] }) as Checkpoint
  await write(laterLines)
  await sealActivityLog(made.database)
})
afterAll(() => made.drop())

/** The same choices in every run: the n-th number below a limit, of a seed. */
class Dice {
  readonly #seed: string
  #throws = 0
  constructor(seed: string) {
    this.#seed = seed
  }
  below(limit: number): number {
    this.#throws += 1
    return createHash('sha256').update(`${this.#seed} ${this.#throws}`).digest().readUInt32BE() % limit
  }
  of<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)]!
  }
  /** A place in the tree that the kept checkpoint covers. */
  place(): number {
    return 1 + this.below(keptLines)
  }
}

type Forge = (transaction: Kysely<any>, dice: Dice) => Promise<string>
const changeable: Readonly<Record<string, string>> = {
  at: "at + interval '1 millisecond'",
  user: 'coalesce("user", 0) + 1',
  actor: "actor || 'x'",
  method: "'GET'",
  url: "reverse(url) || '/'",
  operation: "'remove'",
  object: "'payment'",
  object_id: "object_id || '0'",
  batch: 'null',
  address: "'198.51.100.7'",
  changes: "jsonb_set(changes, '{0,after}', '\"forged\"')",
  created_at: "created_at - interval '1 day'",
  updated_at: "updated_at + interval '1 second'",
  version: 'version + 1',
  sys_hash: "repeat('0', 64)",
  sys_seed: 'reverse(sys_seed)',
  sys_mac: "md5(sys_mac) || md5('x')",
  sys_key: "sys_key || 'x'",
}

const change: Forge = async (transaction, dice) => {
  const [column, place] = [dice.of(Object.keys(changeable)), dice.place()]
  await sql`update activity_log set ${sql.id(column)} = ${sql.raw(changeable[column]!)}
    where sys_position = ${place}`.execute(transaction)
  return `${column} of ${place}`
}

/** Renumbers what is left, as somebody would who knows how the tree is numbered. */
const closeGaps = (transaction: Kysely<any>) =>
  sql`update activity_log line set sys_position = -numbered.place from (
  select id, row_number() over (order by sys_position) as place from activity_log
    where sys_position is not null) numbered where line.id = numbered.id`
    .execute(transaction)
    .then(() => sql`update activity_log set sys_position = -sys_position where sys_position < 0`.execute(transaction))

const remove: Forge = async (transaction, dice) => {
  const [from, count, isRenumbered] = [dice.place(), 1 + dice.below(5), dice.below(2) === 1]
  await sql`delete from activity_log where sys_position between ${from} and ${from + count - 1}`.execute(transaction)
  if (isRenumbered) await closeGaps(transaction)
  return `${count} from ${from}${isRenumbered ? ', renumbered' : ''}`
}

const columns = sql.raw(
  'at, "user", actor, method, url, operation, object, object_id, batch, address, changes, sys_key, sys_seed, sys_mac, sys_hash',
)
const insert: Forge = async (transaction, dice) => {
  const [copied, place] = [dice.place(), dice.place()]
  await sql`update activity_log set sys_position = -sys_position - 1 where sys_position >= ${place}`.execute(
    transaction,
  )
  await sql`update activity_log set sys_position = -sys_position where sys_position < 0`.execute(transaction)
  await sql`insert into activity_log (${columns}, sys_position) select ${columns}, ${place} from activity_log
    where sys_position = ${copied < place ? copied : copied + 1}`.execute(transaction)
  if (dice.below(2) === 1)
    await sql`update activity_log set actor = 'somebody', sys_mac = md5('a') || md5('b')
      where sys_position = ${place}`.execute(transaction)
  return `a copy of ${copied} at ${place}`
}

/** Everything after some line is gone, the head and the checkpoints of the database too. */
const truncate: Forge = async (transaction, dice) => {
  const left = dice.below(keptLines)
  await sql`delete from activity_log where sys_position > ${left}`.execute(transaction)
  await startAnew(transaction)
  while ((await sealBatch(transaction, currentKeys())) > 0);
  return `after ${left}`
}

async function startAnew(transaction: Kysely<any>): Promise<void> {
  await sql`update activity_log set sys_position = null, sys_hash = null`.execute(transaction)
  await sql`delete from log_checkpoint`.execute(transaction)
  await sql`update log_head set size = 0, root = '', parts = '[]'`.execute(transaction)
}

/** One line says something else, and the whole tree is built over it anew: with the stolen keys, and without. */
const rebuild: Forge = async (transaction, dice) => {
  const [place, hasKeys] = [dice.place(), dice.below(2) === 1]
  await sql`update activity_log set actor = ${`forged ${dice.below(1000)}`}, changes = '[]'
    where sys_position = ${place}`.execute(transaction)
  if (hasKeys) {
    const [line] = await storedLines(transaction, sql`where line.sys_position = ${place}`)
    const { key, seed, mac } = proveLine(line!, currentKeys().current)
    await sql`update activity_log set sys_key = ${key}, sys_seed = ${seed}, sys_mac = ${mac}
      where sys_position = ${place}`.execute(transaction)
  }
  await startAnew(transaction)
  while ((await sealBatch(transaction, currentKeys())) > 0);
  return `${place} ${hasKeys ? 'with' : 'without'} the keys`
}

/** A value is taken out as a redaction would, and no line says so. */
const redact: Forge = async (transaction, dice) => {
  const place = dice.place()
  const [line] = await storedLines(transaction, sql`where line.sys_position = ${place}`)
  const salts = saltsOf(line!, line!.seed!)
  const name = dice.of(['actor', 'address', 'url', changeName(0)])
  const { [name]: _, ...left } = salts
  const redacted = JSON.stringify({ commitments: { [name]: commitmentsOf(line!, salts)[name] }, salts: left })
  const changes =
    name === changeName(0)
      ? [{ field: line!.changes[0]!.field, ...redactedValues }, ...line!.changes.slice(1)]
      : line!.changes
  await sql`update activity_log set sys_redacted = ${redacted}::text::jsonb, sys_seed = null,
    changes = ${JSON.stringify(changes)}::text::jsonb where sys_position = ${place}`.execute(transaction)
  if (name !== changeName(0))
    await sql`update activity_log set ${sql.id(name)} = null where sys_position = ${place}`.execute(transaction)
  return `${name} of ${place}`
}

/** Two lines change places. */
const swap: Forge = async (transaction, dice) => {
  const first = dice.place()
  const second = 1 + ((first + dice.below(keptLines - 1)) % keptLines)
  await sql`update activity_log set sys_position = -sys_position where sys_position in (${first}, ${second})`.execute(
    transaction,
  )
  await sql`update activity_log set sys_position = ${first + second} + sys_position where sys_position < 0`.execute(
    transaction,
  )
  return `${first} and ${second}`
}

const kinds: Readonly<Record<string, Forge>> = { change, remove, insert, truncate, rebuild, redact, swap }

class Undone extends Error {}

/**
 * Forges in a transaction of a superuser's that is rolled back.
 * @returns what the log says of it, null where it finds nothing
 */
async function tryForgery(number: number): Promise<{ what: string; reason: string | null }> {
  let found = { what: '', reason: null as string | null }
  const name = Object.keys(kinds)[number % Object.keys(kinds).length]!
  await asSuperuser(made.database)
    .transaction()
    .execute(async (transaction) => {
      await sql`set local session_replication_role = replica`.execute(transaction)
      const what = await kinds[name]!(transaction, new Dice(`forgery ${number}`))
      const result = await verifyIn(transaction, { ring: currentKeys(), kept: [kept] })
      found = { what: `${number}: ${name} ${what}`, reason: result.ok ? null : result.reason }
      throw new Undone()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error
    })
  return found
}

describe('a superuser of the database', () => {
  test(`forges ${forgeries} times, and every time the kept checkpoint shows it`, async () => {
    const tried: Awaited<ReturnType<typeof tryForgery>>[] = []
    for (let number = 0; number < forgeries; number += 1) tried.push(await tryForgery(number))
    expect(tried.filter(({ reason }) => reason === null)).toEqual([])
    expect(tried).toHaveLength(forgeries)
    expect(await verifyActivityLog(made.database, { kept: [kept] })).toMatchObject({
      ok: true,
      lines: keptLines + laterLines,
    })
  }, 300_000)

  test('who has the keys too rebuilds the log so that it looks whole: only a kept checkpoint shows it', async () => {
    const looks = async (checkpoints: Checkpoint[]) => {
      let seen: unknown
      await asSuperuser(made.database)
        .transaction()
        .execute(async (transaction) => {
          await sql`set local session_replication_role = replica`.execute(transaction)
          await rebuild(transaction, {
            place: () => keptLines / 2,
            below: () => 1,
            of: (items: readonly unknown[]) => items[0],
          } as unknown as Dice)
          seen = await verifyIn(transaction, { ring: currentKeys(), kept: checkpoints })
          throw new Undone()
        })
        .catch((error: unknown) => {
          if (!(error instanceof Undone)) throw error
        })
      return seen
    }
    expect(await looks([])).toMatchObject({ ok: true, lines: keptLines + laterLines })
    expect(await looks([kept])).toMatchObject({ ok: false, reason: 'rewritten' })
  })
})
