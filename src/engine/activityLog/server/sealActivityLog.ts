import { type Kysely, sql } from 'kysely'
import type { Database } from '#engine/server/database/connect.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { currentKeys } from './keys/currentKeys.ts'
import type { KeyRing } from './keys/keyRing.ts'
import { proveLine, treeEntry } from './lines/lineProof.ts'
import { type SealedLine, storedLines } from './lines/storedLines.ts'
import { signCheckpoint } from './tree/checkpoint.ts'
import { GrowingTree, leafHash } from '#lib/merkleLog/merkleTree.ts'

/** Only one server seals at a time. */
const sealLock = 7_205_020
const batchSize = 1000

interface Head {
  size: number
  parts: string[]
  adopted_up_to: number
  keys: string[]
}

/** Lines that are older than the keys are given their proof when the tree begins, and never later. */
function adopted(line: SealedLine, ring: KeyRing): SealedLine {
  return { ...line, ...proveLine(line, ring.current, true) }
}

/** The tree as it grows, and the keys of what is in it, by their names. */
interface Growing {
  readonly tree: GrowingTree
  readonly keys: Set<string>
}

async function seal(transaction: Kysely<any>, { tree, keys }: Growing, lines: readonly SealedLine[]): Promise<void> {
  const seals = lines.map((line) => {
    const hash = leafHash(treeEntry(line))
    tree.add(hash)
    if (line.key !== null) keys.add(line.key)
    return {
      id: line.id,
      position: tree.size,
      hash: hash.toString('hex'),
      key: line.key,
      seed: line.seed,
      mac: line.mac,
    }
  })
  await sql`update activity_log line
    set sys_position = seal.position, sys_hash = seal.hash, sys_key = seal.key, sys_seed = seal.seed, sys_mac = seal.mac
    from jsonb_to_recordset(${JSON.stringify(seals)}::text::jsonb)
      as seal (id bigint, position bigint, hash text, key text, seed text, mac text)
    where line.id = seal.id`.execute(transaction)
}

async function sealOlderLines(
  transaction: Kysely<any>,
  growing: Growing,
  { upTo, ring }: { upTo: number; ring: KeyRing },
): Promise<void> {
  for (;;) {
    const lines = await storedLines(
      transaction,
      sql`where line.sys_position is null and line.sys_key is null
      and line.id <= ${upTo}::bigint order by line.id limit ${batchSize}::integer`,
    )
    if (lines.length > 0)
      await seal(
        transaction,
        growing,
        lines.map((line) => adopted(line, ring)),
      )
    if (lines.length < batchSize) return
  }
}

/**
 * Seals some of what is not sealed yet, in a transaction of the caller's.
 * @returns how many lines; 0 where none are left.
 */
export async function sealBatch(transaction: Kysely<any>, ring: KeyRing): Promise<number> {
  await sql`select pg_advisory_xact_lock(${sealLock}::bigint)`.execute(transaction)
  const {
    rows: [head],
  } = await sql<Head>`select size, parts, adopted_up_to, keys from log_head`.execute(transaction)
  const tree = new GrowingTree(
    head!.size,
    head!.parts.map((part) => Buffer.from(part, 'hex')),
  )
  const growing = { tree, keys: new Set(head!.keys) }
  if (tree.size === 0) await sealOlderLines(transaction, growing, { upTo: head!.adopted_up_to, ring })
  const lines = await storedLines(
    transaction,
    sql`where line.sys_position is null order by line.id limit ${batchSize}::integer`,
  )
  if (lines.length > 0) await seal(transaction, growing, lines)
  const sealed = tree.size - head!.size
  if (sealed === 0) return 0
  const root = tree.root()
  await sql`update log_head set size = ${tree.size}::bigint, root = ${root.toString('hex')}::text,
    parts = ${JSON.stringify(tree.parts.map((part) => part.toString('hex')))}::text::jsonb,
    keys = array(select jsonb_array_elements_text(${JSON.stringify([...growing.keys].sort())}::text::jsonb))`.execute(
    transaction,
  )
  const note = signCheckpoint({ origin: ring.origin, size: tree.size, root }, ring.current)
  await sql`insert into log_checkpoint (size, note) values (${tree.size}::bigint, ${note}::text)`.execute(transaction)
  return lines.length < batchSize ? 0 : sealed
}

/**
 * Puts every committed line that is not sealed yet into the tree, in batches of a transaction each, and signs a
 * checkpoint over it. Lines of writes
 * under way are sealed the next time: the tree follows the order of sealing, so nothing is ever put in between.
 */
export async function sealActivityLog(database: Database, ring: KeyRing = currentKeys()): Promise<void> {
  while ((await inTransaction(database.db, (transaction) => sealBatch(transaction, ring))) > 0);
}
