import { type Kysely, sql } from 'kysely'
import { firstRow } from '#engine/server/database/rows.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { changeName, redactedNames, saltsOf, treeEntry } from '../lines/lineProof.ts'
import { storedLines } from '../lines/storedLines.ts'
import { type Hash, leafHash, treeRoot } from '#lib/merkleLog/merkleTree.ts'
import { inclusionProof, isIncluded } from '#lib/merkleLog/proofs.ts'

/** What leads from a line of the log to a head that is signed, for whoever has nothing but this and the public key. */
export interface ProvedLine {
  /** The leaf of the tree: what the line says and what it commits to. */
  readonly line: string
  /** Of the line's first change: with it its value is found in the line. */
  readonly salt: string
  /** The line's place, from 0. */
  readonly index: number
  /** The nodes from the line to the root in base64, the nearest first (RFC 6962, section 2.1.1). */
  readonly path: readonly string[]
  /** The newest checkpoint, as a signed note. */
  readonly head: string
}

/** A part of the tree whose root is remembered: the tree only grows, so that a whole part stays what it is. */
const partSize = 1024

/** Reads the leaves of some places, from 0, the last not included. */
async function leavesBetween(db: Kysely<any>, from: number, to: number): Promise<Hash[]> {
  const { rows } = await sql<{ hash: string }>`select sys_hash as hash from activity_log
    where sys_position > ${from}::bigint and sys_position <= ${to}::bigint order by sys_position`.execute(db)
  return rows.map(({ hash }) => Buffer.from(hash, 'hex'))
}

async function pathOf(
  db: Kysely<any>,
  { index, size, known }: { index: number; size: number; known: Map<number, Hash> },
): Promise<Hash[]> {
  const own = Math.floor(index / partSize)
  const leaves = await leavesBetween(db, own * partSize, Math.min(size, (own + 1) * partSize))
  const roots: Hash[] = []
  for (let part = 0; part * partSize < size; part += 1) {
    const end = Math.min(size, (part + 1) * partSize)
    const root = known.get(part) ?? treeRoot(part === own ? leaves : await leavesBetween(db, part * partSize, end))
    if (end - part * partSize === partSize) known.set(part, root)
    roots.push(root)
  }
  return [...inclusionProof(leaves, index % partSize), ...inclusionProof(roots, own)]
}

/**
 * The proof of a line that was sealed and of which nothing was redacted.
 * @param known roots of whole parts of this database's tree, which are remembered from one proof to the next
 * @throws ApiError `log_not_whole` where the line does not lead to the newest signed head
 */
export async function proveLogLine(
  db: Kysely<any>,
  { id, known }: { id: string; known: Map<number, Hash> },
): Promise<ProvedLine> {
  const [line] = await storedLines(db, sql`where line.id = ${id}::text::bigint`)
  const head = await firstRow(
    db,
    sql<{ size: number; note: string }>`select size, note from log_checkpoint order by size desc limit 1`,
  )
  const isThere = line && line.position !== null && line.seed !== null && redactedNames(line).length === 0
  if (!isThere || !head) throw new ApiError('log_not_whole')
  const [entry, index, size] = [treeEntry(line), line.position! - 1, head.size]
  const path = await pathOf(db, { index, size, known })
  const root = Buffer.from(head.note.split('\n')[2] ?? '', 'base64')
  if (!isIncluded({ leaf: leafHash(entry), index, size, root, proof: path })) {
    // What is remembered may be of a log that was restored meanwhile.
    known.clear()
    throw new ApiError('log_not_whole')
  }
  return {
    line: entry.toString(),
    salt: saltsOf(line, line.seed!)[changeName(0)]!,
    index,
    path: path.map((hash) => hash.toString('base64')),
    head: head.note,
  }
}
