import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import type { TreeState } from '#lib/merkleLog/proofs.ts'

/** A state of the log that somebody can keep: whose log, how many lines, the root over them. */
export interface Checkpoint extends TreeState {
  readonly origin: string
}

/** An Ed25519 key that signs checkpoints: the private part, and the public one as 32 bytes. */
export interface SigningKey {
  readonly privateKey: KeyObject
  readonly publicBytes: Buffer
}

/** Why a note is no checkpoint of this log. */
export type NoteProblem = 'malformed' | 'other_log' | 'unknown_signature'

const ed25519Type = 1
const keyHashBytes = 4
const publicPrefix = Buffer.from('302a300506032b6570032100', 'hex')

function keyHash(name: string, publicBytes: Buffer): Buffer {
  return createHash('sha256')
    .update(name)
    .update('\n')
    .update(Buffer.of(ed25519Type))
    .update(publicBytes)
    .digest()
    .subarray(0, keyHashBytes)
}

/** The public key as witnesses take it (C2SP signed-note): name, hash of the key, type and key. */
export function verifierKey(origin: string, publicBytes: Buffer): string {
  return `${origin}+${keyHash(origin, publicBytes).toString('hex')}+${Buffer.concat([Buffer.of(ed25519Type), publicBytes]).toString('base64')}`
}

/** The checkpoint as a signed note (C2SP tlog-checkpoint): three lines, an empty one, the signature. */
export function signCheckpoint({ origin, size, root }: Checkpoint, { privateKey, publicBytes }: SigningKey): string {
  const text = `${origin}\n${size}\n${root.toString('base64')}\n`
  const signature = Buffer.concat([keyHash(origin, publicBytes), sign(null, Buffer.from(text), privateKey)])
  return `${text}\n— ${origin} ${signature.toString('base64')}\n`
}

/** The notes of a file: one, or all that a witness has added one after the other. */
export function splitNotes(file: string): string[] {
  const lines = file.replaceAll('\r\n', '\n').split('\n')
  const notes: string[] = []
  let [note, isSigned] = [[] as string[], false]
  for (const line of lines) {
    const isSignature = line.startsWith('— ')
    // A text begins anew after signatures, empty lines between notes aside.
    if (isSigned && !isSignature) {
      notes.push(`${note.join('\n')}\n`)
      ;[note, isSigned] = [[], false]
    }
    if (note.length > 0 || line !== '') note.push(line)
    isSigned ||= isSignature
  }
  if (note.length > 0) notes.push(`${note.join('\n')}\n`)
  return notes
}

/**
 * Reads a signed note. Signatures of others (witnesses add theirs) are passed over; one of our keys must be right.
 * @param publicKeys the public keys of the log's ring, 32 bytes each.
 */
export function readCheckpoint(
  note: string,
  { origin, publicKeys }: { origin: string; publicKeys: readonly Buffer[] },
): Checkpoint | NoteProblem {
  const parts = /^([^\n]+)\n(0|[1-9]\d*)\n([A-Za-z0-9+/]{43}=)\n((?:[^\n]+\n)*)\n((?:— [^\n]+\n)+)$/.exec(note)
  if (!parts || !Number.isSafeInteger(Number(parts[2]))) return 'malformed'
  if (parts[1] !== origin) return 'other_log'
  const text = Buffer.from(note.slice(0, note.length - parts[5]!.length - 1))
  const signed = parts[5]!
    .split('\n')
    .map((line) => line.split(' '))
    .filter(([, name]) => name === origin)
  const signatures = signed.map(([, , value]) => Buffer.from(value ?? '', 'base64'))
  const isOurs = publicKeys.some((key) => signatures.some((signature) => isSignedBy(key, { origin, text, signature })))
  return isOurs ? { origin, size: Number(parts[2]), root: Buffer.from(parts[3]!, 'base64') } : 'unknown_signature'
}

function isSignedBy(
  publicBytes: Buffer,
  { origin, text, signature }: { origin: string; text: Buffer; signature: Buffer },
): boolean {
  if (!signature.subarray(0, keyHashBytes).equals(keyHash(origin, publicBytes))) return false
  const key = createPublicKey({ key: Buffer.concat([publicPrefix, publicBytes]), format: 'der', type: 'spki' })
  return verify(null, text, key, signature.subarray(keyHashBytes))
}
