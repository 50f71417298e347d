/**
 * `npm run verify-log [-- --checkpoint FILE] [--keep FILE] [--line ID]`: seals what was written last and proves the
 * activity log whole, also against checkpoints that were kept elsewhere.
 * Exit code 0 only where every line is whole.
 */
import { appendFileSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Database } from '#engine/server/database/connect.ts'
import { currentKeys } from '#engine/activityLog/server/keys/currentKeys.ts'
import type { KeyRing } from '#engine/activityLog/server/keys/keyRing.ts'
import { sealActivityLog } from '#engine/activityLog/server/sealActivityLog.ts'
import { type Checkpoint, readCheckpoint, splitNotes } from '#engine/activityLog/server/tree/checkpoint.ts'
import { treeRoot } from '#lib/merkleLog/merkleTree.ts'
import { inclusionProof, isIncluded } from '#lib/merkleLog/proofs.ts'
import {
  type Fault,
  type FaultReason,
  verifyActivityLog,
  type Wholeness,
} from '#engine/activityLog/server/verifyActivityLog.ts'
import { withCommandDatabase } from './support/commandDatabase.ts'
import { readOptions } from './support/readOptions.ts'
import { runCommand, UsageError } from './support/runCommand.ts'

const faults: Record<FaultReason, (place: string) => string> = {
  missing: (place) => `${place} is missing`,
  changed: (place) => `${place} was changed`,
  cut_off: (place) => `${place} and those after it are missing from the end`,
  inserted: (place) => `${place} was not written by the product`,
  unknown_key: (place) => `${place} names a key that is not in the key ring (LOG_KEYS)`,
  rewritten: (place) =>
    `lines from the kept checkpoint on are others than it says: the log was rebuilt at ${place} or after it`,
  redacted_unlawfully: (place) => `something was taken out of ${place} and no line of the log says who did it`,
  checkpoint_lost: (place) => `the newest checkpoint in the database is not that of the tree, which ends at ${place}`,
}

const noteProblems = {
  malformed: 'is no signed note of a checkpoint',
  other_log: 'is of another log',
  unknown_signature: 'is signed by no key of the key ring (LOG_KEYS)',
} as const

/** What is wrong with the log, for people. */
export function faultSentence({ reason, position, id, lines }: Fault): string {
  const place =
    position === null
      ? `the line with the id ${id}, which is not sealed yet,`
      : `line ${position}${id === null ? '' : ` (id ${id})`}`
  return `The activity log is not as it was written: ${faults[reason](place)}. The ${lines} lines before it are whole. Compare with a backup.`
}

function readKept(path: string, ring: KeyRing): Checkpoint[] {
  let file: string
  try {
    file = readFileSync(path, 'utf8')
  } catch (error) {
    throw new UsageError(`The checkpoint ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
  const notes = splitNotes(file)
  if (notes.length === 0) throw new UsageError(`There is no checkpoint in ${path}.`)
  return notes.map((note, index) => {
    const checkpoint = readCheckpoint(note, {
      origin: ring.origin,
      publicKeys: [...ring.keys.values()].map(({ publicBytes }) => publicBytes),
    })
    if (typeof checkpoint === 'string')
      throw new UsageError(`Note ${index + 1} of ${path} ${noteProblems[checkpoint]}.`)
    return checkpoint
  })
}

/** What leads from a line to the root, as somebody else can reckon it. */
async function inclusionText(database: Database, { leaves }: Wholeness, id: string): Promise<string> {
  const {
    rows: [line],
  } = await sql<{
    position: number | null
  }>`select sys_position as position from activity_log where id::text = ${id}::text`.execute(database.db)
  if (!line?.position) throw new UsageError(`There is no sealed line with the id ${id}.`)
  const [index, size, root] = [line.position - 1, leaves.length, treeRoot(leaves)]
  const proof = inclusionProof(leaves, index)
  if (!isIncluded({ leaf: leaves[index]!, index, size, root, proof }))
    throw new UsageError(`The line with the id ${id} does not lead to the root.`)
  const hashes = [leaves[index]!, ...proof].map((hash) => `  ${hash.toString('base64')}`)
  return `Line ${line.position} (id ${id}) is leaf ${index} of ${size}; its hash and the nodes from it to the root:\n${hashes.join('\n')}`
}

function wholeText({ lines, waiting, redacted, note }: Wholeness, kept: readonly Checkpoint[]): string {
  const newest = kept.toSorted((first, second) => second.size - first.size)[0]
  return [
    `All ${lines} lines of the activity log are as they were written.`,
    ...(waiting > 0 ? [`${waiting} more wait to be sealed.`] : []),
    ...(redacted > 0 ? [`Of ${redacted} of them values were redacted, lawfully: the log says by whom and why.`] : []),
    ...(newest
      ? [
          `Nothing before the kept ${kept.length === 1 ? 'checkpoint' : 'checkpoints'} (${newest.size} lines) changed, was cut off or inserted.`,
        ]
      : []),
    ...(note === null ? [] : ['Keep this checkpoint elsewhere (--keep FILE writes it):', '', note.trimEnd()]),
  ].join('\n')
}

async function main(): Promise<void> {
  const { values: asked } = readOptions({
    options: { checkpoint: { type: 'string' }, keep: { type: 'string' }, line: { type: 'string' } },
  })
  const ring = currentKeys()
  const kept = asked.checkpoint === undefined ? [] : readKept(asked.checkpoint, ring)
  await withCommandDatabase(
    async ({ database }) => {
      await sealActivityLog(database, ring)
      const result = await verifyActivityLog(database, { ring, kept })
      if (!result.ok) throw new UsageError(faultSentence(result))
      process.stdout.write(`${wholeText(result, kept)}\n`)
      if (asked.line !== undefined) process.stdout.write(`${await inclusionText(database, result, asked.line)}\n`)
      if (asked.keep !== undefined && result.note !== null) appendFileSync(asked.keep, `${result.note}\n`)
    },
    { needsOwnSettings: false },
  )
}

if (import.meta.main) runCommand(main)
