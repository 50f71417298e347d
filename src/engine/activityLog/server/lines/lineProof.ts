import { createHmac, hash, randomBytes } from 'node:crypto'
import type { LogKey } from '../keys/keyRing.ts'
import { canonical } from './canonical.ts'

/** A change of a field as the log keeps it; `redacted` where its values were taken out. */
export interface LoggedChange {
  readonly field: string
  readonly [name: string]: unknown
}

/** What a line says, as it is written and as it is read back. */
export interface WrittenLine {
  /** In UTC, to the microsecond. */
  readonly at: string | null
  readonly user: string | null
  readonly actor: string | null
  readonly method: string | null
  readonly url: string | null
  readonly operation: string | null
  readonly object: string | null
  readonly objectId: string | null
  readonly batch: string | null
  readonly address: string | null
  readonly changes: readonly LoggedChange[]
}

/** What stays of values that were taken out, and the salts of the values that are still there. */
export interface Redaction {
  readonly commitments: Readonly<Record<string, string>>
  readonly salts: Readonly<Record<string, string>>
}

/** What a line is proved with. */
export interface LineProof {
  /**
   * The key's id; of lines that are older than the keys `adopted:` and the id. Null where nothing of ours wrote the
   * line.
   */
  readonly key: string | null
  /** Every value's salt is made of it; gone once something was redacted. */
  readonly seed: string | null
  readonly mac: string | null
  readonly redacted: Redaction | null
}

/** A line with its proof and the columns that the database gives it. */
export interface StoredLine extends WrittenLine, LineProof {
  readonly id: string
  readonly version: number
  readonly createdAt: string
  readonly updatedAt: string
}

const adoptedPrefix = 'adopted:'
const seedBytes = 16
const saltLength = 32

/** The values that may hold something personal, each under a salt of its own: they can be redacted one by one. */
function saltedValues(line: WrittenLine): [name: string, value: unknown][] {
  const { actor, address, url, changes } = line
  const changed = changes.map(({ field: _, ...values }, index): [string, unknown] => [changeName(index), values])
  return [['actor', actor], ['address', address], ['url', url], ...changed]
}

/** The name of a change among the values of a line. */
export function changeName(index: number): string {
  return `changes.${index}`
}

/** What stands in the place of a redacted change's values. */
export const redactedValues = { before: null, after: null, redacted: true } as const

/** The salts of a line's values. */
export function saltsOf(line: WrittenLine, seed: string): Record<string, string> {
  return Object.fromEntries(
    saltedValues(line).map(([name]) => [name, hash('sha256', `${seed}\n${name}`).slice(0, saltLength)]),
  )
}

/** Hashes of a line's values under their salts: without the salt nobody finds the value by trying. */
export function commitmentsOf(line: WrittenLine, salts: Readonly<Record<string, string>>): Record<string, string> {
  const commitment = (name: string, value: unknown) =>
    hash('sha256', `${salts[name] ?? ''}\n${name}\n${canonical(value)}`)
  return Object.fromEntries(saltedValues(line).map(([name, value]) => [name, commitment(name, value)]))
}

function presentCommitments(line: StoredLine): Record<string, string> {
  const { redacted, seed } = line
  if (!redacted) return commitmentsOf(line, seed ? saltsOf(line, seed) : {})
  return { ...commitmentsOf(line, redacted.salts), ...redacted.commitments }
}

function coveredText(
  line: WrittenLine,
  { key, commitments }: { key: string; commitments: Readonly<Record<string, string>> },
): string {
  const { at, user, method, operation, object, objectId, batch, changes } = line
  const changed = changes.map(({ field }) => field)
  return canonical({ key, line: { at, user, method, operation, object, objectId, batch }, changed, commitments })
}

const macOf = (text: string, secret: Buffer) => createHmac('sha256', secret).update(text).digest('hex')

/** Proves a line with a key, once and for all. @param isAdopted whether it was written before there were keys. */
export function proveLine(
  line: WrittenLine,
  { id, secret }: LogKey,
  isAdopted = false,
): { key: string; seed: string; mac: string } {
  const key = isAdopted ? `${adoptedPrefix}${id}` : id
  const seed = randomBytes(seedBytes).toString('hex')
  return {
    key,
    seed,
    mac: macOf(coveredText(line, { key, commitments: commitmentsOf(line, saltsOf(line, seed)) }), secret),
  }
}

/** Was the line written before there were keys? */
export function isAdopted({ key }: LineProof): boolean {
  return key?.startsWith(adoptedPrefix) ?? false
}

/** The id of the key that a line names. */
export function keyIdOf({ key }: LineProof): string | null {
  return key?.startsWith(adoptedPrefix) ? key.slice(adoptedPrefix.length) : key
}

/** What a line's HMAC and its entry in the tree cover. */
export function coveredBy(line: StoredLine): string {
  return coveredText(line, { key: line.key ?? '', commitments: presentCommitments(line) })
}

/** Is the line what was written with this key, and is nothing said where something was redacted? */
export function isProved(line: StoredLine, { secret }: LogKey, covered: string = coveredBy(line)): boolean {
  if (line.key === null || line.mac === null) return false
  return line.mac === macOf(covered, secret) && redactedNames(line).every((name) => isEmptied(line, name))
}

/** The values of a line that were redacted. */
export function redactedNames({ redacted }: LineProof): string[] {
  return Object.keys(redacted?.commitments ?? {})
}

function isEmptied(line: WrittenLine, name: string): boolean {
  const value = saltedValues(line).find(([each]) => each === name)?.[1]
  return value === null || canonical(value) === canonical(redactedValues)
}

/**
 * The entry of a line in the tree: what its HMAC covers, the HMAC, the database's columns. A redaction leaves it as it
 * is.
 */
export function treeEntry(line: StoredLine, covered: string = coveredBy(line)): Buffer {
  const { id, version, createdAt, updatedAt, mac } = line
  return Buffer.from(`${covered}\n${canonical({ mac, id, version, createdAt, updatedAt })}`)
}
