import { type Kysely, sql } from 'kysely'
import type { Database } from '#engine/server/database/connect.ts'
import { currentKeys } from './keys/currentKeys.ts'
import type { KeyRing } from './keys/keyRing.ts'
import { coveredBy, isAdopted, isProved, keyIdOf, treeEntry } from './lines/lineProof.ts'
import { RedactionBook } from './redaction/redactionLookup.ts'
import { type SealedLine, storedLines } from './lines/storedLines.ts'
import { type Checkpoint, readCheckpoint } from './tree/checkpoint.ts'
import { type Hash, leafHash, treeRoot } from '#lib/merkleLog/merkleTree.ts'
import { consistencyProof, isConsistent } from '#lib/merkleLog/proofs.ts'

const batchSize = 2000
/** Enough of an HMAC to tell lines apart. */
const fingerprintLength = 24

/** What is wrong with the log. */
export type FaultReason =
  | 'missing'
  | 'changed'
  | 'cut_off'
  | 'inserted'
  | 'unknown_key'
  | 'rewritten'
  | 'redacted_unlawfully'
  | 'checkpoint_lost'

/** The first thing found wrong: at which place in the tree (or, of a line that is not sealed, which id). */
export interface Fault {
  readonly ok: false
  /** How many lines before it are whole. */
  readonly lines: number
  readonly reason: FaultReason
  readonly position: number | null
  readonly id: string | null
}

/** The log is whole. */
export interface Wholeness {
  readonly ok: true
  /** Sealed lines. */
  readonly lines: number
  /** Lines that are not sealed yet. */
  readonly waiting: number
  /** Lines of which something was redacted, lawfully. */
  readonly redacted: number
  /** The newest checkpoint as a signed note; null where there is no line yet. */
  readonly note: string | null
  /** The hashes of all sealed lines. */
  readonly leaves: readonly Hash[]
}

class Check {
  readonly leaves: Hash[] = []
  readonly #seen = new Set<string>()
  readonly #redactions = new RedactionBook()
  #hasOwn = false
  readonly #ring: KeyRing

  constructor(ring: KeyRing) {
    this.#ring = ring
  }

  fault(reason: FaultReason, { position, id }: { position: number | null; id: string | null }): Fault {
    return { ok: false, lines: this.leaves.length, reason, position, id }
  }

  /** Takes the next line in the order of the tree. */
  take(line: SealedLine): Fault | null {
    const covered = coveredBy(line)
    const hash = leafHash(treeEntry(line, covered))
    const reason = this.#reason(line, { covered, hash: hash.toString('hex') })
    if (reason) return this.fault(reason, reason === 'missing' ? { position: this.leaves.length + 1, id: null } : line)
    if (line.position !== null) this.leaves.push(hash)
    this.#hasOwn ||= !isAdopted(line)
    this.#seen.add(line.mac!.slice(0, fingerprintLength))
    this.#redactions.take(line)
    return null
  }

  #reason(line: SealedLine, { covered, hash }: { covered: string; hash: string }): FaultReason | null {
    if (line.position !== null && line.position !== this.leaves.length + 1) return 'missing'
    const keyId = keyIdOf(line)
    if (keyId === null || line.mac === null) return 'inserted'
    const key = this.#ring.keys.get(keyId)
    if (!key) return 'unknown_key'
    if (!isProved(line, key, covered) || (line.position !== null && line.hash !== hash)) return 'changed'
    // What is older than the keys stands at the beginning; a copy of another line was put in.
    const isMisplaced = isAdopted(line) && (this.#hasOwn || line.position === null)
    return isMisplaced || this.#seen.has(line.mac.slice(0, fingerprintLength)) ? 'inserted' : null
  }

  /** Compares with what was redacted by the product. */
  end(): Fault | { redacted: number } {
    const unlawful = this.#redactions.firstUnlawful()
    return unlawful ? this.fault('redacted_unlawfully', unlawful) : { redacted: this.#redactions.count }
  }

  /** Compares with states that were kept, the oldest first. */
  compare(checkpoints: readonly Checkpoint[]): Fault | null {
    const later = { size: this.leaves.length, root: treeRoot(this.leaves) }
    let whole = 0
    for (const earlier of checkpoints.toSorted((first, second) => first.size - second.size)) {
      if (earlier.size > later.size) return this.fault('cut_off', { position: later.size + 1, id: null })
      const proof = consistencyProof(this.leaves, earlier.size)
      const isBegun = isConsistent({ earlier, later, proof })
      if (!isBegun) return { ...this.fault('rewritten', { position: whole + 1, id: null }), lines: whole }
      whole = earlier.size
    }
    return null
  }
}

interface Head {
  size: number
  note: string | null
}

/** What the log is held against: the keys, and checkpoints that were kept elsewhere. */
interface Proof {
  readonly ring: KeyRing
  readonly kept: readonly Checkpoint[]
}

async function readLines(db: Kysely<any>, check: Check): Promise<Fault | { waiting: number }> {
  let [position, id, waiting] = [0, '0', 0]
  for (const part of ['sealed', 'waiting'] as const) {
    for (;;) {
      const lines: SealedLine[] = await storedLines(
        db,
        part === 'sealed'
          ? sql`where line.sys_position > ${position}::bigint order by line.sys_position limit ${batchSize}::integer`
          : sql`where line.sys_position is null and line.id > ${id}::text::bigint order by line.id
            limit ${batchSize}::integer`,
      )
      for (const line of lines) {
        const fault = check.take(line)
        if (fault) return fault
        if (line.position === null) [id, waiting] = [line.id, waiting + 1]
        else position = line.position
      }
      if (lines.length < batchSize) break
    }
  }
  return { waiting }
}

/** Does the newest checkpoint of the database say what its lines are? */
function compareHead(check: Check, head: Head, ring: KeyRing): Fault | null {
  const size = check.leaves.length
  if (head.size > size) return check.fault('cut_off', { position: size + 1, id: null })
  const publicKeys = [...ring.keys.values()].map(({ publicBytes }) => publicBytes)
  const read = head.note === null ? null : readCheckpoint(head.note, { origin: ring.origin, publicKeys })
  const newest = typeof read === 'string' ? null : read
  const fault = newest && check.compare([newest])
  if (fault) return fault
  const isLost = head.size !== size || (newest === null ? size > 0 || read !== null : newest.size !== size)
  return isLost ? check.fault('checkpoint_lost', { position: size, id: null }) : null
}

/**
 * Reads the whole log in one state of the database and checks it: every line by its HMAC, the tree by the newest
 * checkpoint, and by those that were
 * kept elsewhere, which prove that nothing before them changed, was cut off or inserted, whoever did it.
 */
export async function verifyActivityLog(
  { db }: Database,
  { ring = currentKeys(), kept = [] }: Partial<Proof> = {},
): Promise<Wholeness | Fault> {
  const reading = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return reading.execute((transaction) => verifyIn(transaction, { ring, kept }))
}

/** The same within a transaction of the caller's. */
export async function verifyIn(transaction: Kysely<any>, { ring, kept }: Proof): Promise<Wholeness | Fault> {
  const {
    rows: [head],
  } = await sql<Head>`select size,
    (select note from log_checkpoint order by log_checkpoint.size desc limit 1) as note from log_head`.execute(
    transaction,
  )
  const check = new Check(ring)
  const read = await readLines(transaction, check)
  if ('ok' in read) return read
  const fault = check.compare(kept) ?? compareHead(check, head ?? { size: 0, note: null }, ring)
  if (fault) return fault
  const end = check.end()
  if ('ok' in end) return end
  const { leaves } = check
  return {
    ok: true,
    lines: leaves.length,
    waiting: read.waiting,
    redacted: end.redacted,
    note: head?.note ?? null,
    leaves,
  }
}
