import { createPrivateKey, createPublicKey, randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import type { SigningKey } from '../tree/checkpoint.ts'

/** One key of the ring: a secret for lines, and a key that signs checkpoints. */
export interface LogKey extends SigningKey {
  readonly id: string
  readonly secret: Buffer
}

/** The keys of an installation's log. They are kept outside the database: who owns the database must not have them. */
export interface KeyRing {
  /** The log's name in checkpoints. */
  readonly origin: string
  readonly keys: ReadonlyMap<string, LogKey>
  /** What lines and checkpoints are made with from now on: the last one added. */
  readonly current: LogKey
}

/** The key ring cannot be read or made; the message says what to do. */
export class LogKeysError extends Error {
  override name = 'LogKeysError'
}

const bytes32 = z.string().regex(/^[0-9a-f]{64}$/)
const ringFile = z.object({
  origin: z.string().regex(/^[\w./-]{1,100}$/),
  keys: z
    .array(z.object({ id: z.string().regex(/^[\w-]{1,40}$/), madeAt: z.string(), secret: bytes32, signing: bytes32 }))
    .min(1),
})
type RingFile = z.infer<typeof ringFile>

/** PKCS #8 of an Ed25519 key before its 32 bytes (RFC 8410). */
const privatePrefix = Buffer.from('302e020100300506032b657004220420', 'hex')
const ownerOnly = 0o600

function newKey(): RingFile['keys'][number] {
  const madeAt = new Date().toISOString()
  const id = `${madeAt.slice(0, 10)}-${randomBytes(3).toString('hex')}`
  return { id, madeAt, secret: randomBytes(32).toString('hex'), signing: randomBytes(32).toString('hex') }
}

function keyOf({ id, secret, signing }: RingFile['keys'][number]): LogKey {
  const privateKey = createPrivateKey({
    key: Buffer.concat([privatePrefix, Buffer.from(signing, 'hex')]),
    format: 'der',
    type: 'pkcs8',
  })
  const publicBytes = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32)
  return { id, secret: Buffer.from(secret, 'hex'), privateKey, publicBytes }
}

function ringOf({ origin, keys }: RingFile): KeyRing {
  const made = keys.map(keyOf)
  return { origin, keys: new Map(made.map((key) => [key.id, key])), current: made.at(-1)! }
}

function readFile(path: string): RingFile | null {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return null
    const remedy = "Give the server's user the right to read the file, or name another with LOG_KEYS."
    throw new LogKeysError(`The log's keys in ${path} cannot be read (${code}). ${remedy}`)
  }
  try {
    return ringFile.parse(JSON.parse(text))
  } catch {
    const remedy = 'Restore it from where you keep a copy; a new one would not know the lines written with the old.'
    throw new LogKeysError(`${path} is not a key ring of the log. ${remedy}`)
  }
}

/** Writes a file whole, for its owner alone, beside its place. @returns its path, to be moved. */
function writeBeside(path: string, ring: RingFile): string {
  const beside = `${path}.${randomBytes(4).toString('hex')}`
  mkdirSync(dirname(path), { recursive: true })
  const file = openSync(beside, 'wx', ownerOnly)
  writeSync(file, `${JSON.stringify(ring, null, 2)}\n`)
  fsyncSync(file)
  closeSync(file)
  chmodSync(beside, ownerOnly)
  return beside
}

function unwritable(path: string, error: unknown): LogKeysError {
  const { code } = error as NodeJS.ErrnoException
  const remedy = 'Make the folder writable, or name another file with LOG_KEYS.'
  return new LogKeysError(`The log's keys cannot be written to ${path} (${code}). ${remedy}`)
}

/** Makes the first ring, unless another process was faster. */
function makeFile(path: string): void {
  try {
    const beside = writeBeside(path, {
      origin: `affiliate-back-office/${randomBytes(6).toString('hex')}`,
      keys: [newKey()],
    })
    try {
      linkSync(beside, path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      unlinkSync(beside)
    }
  } catch (error) {
    throw unwritable(path, error)
  }
}

/** Reads the ring of a file; made at the first start, readable by its owner alone. @throws LogKeysError */
export function openKeyRing(path: string): KeyRing {
  const present = readFile(path)
  if (present) return ringOf(present)
  makeFile(path)
  return ringOf(readFile(path)!)
}

/**
 * Adds a key, which servers use from their next start on; the older ones go on proving what they wrote.
 * @throws LogKeysError
 */
export function addKey(path: string): KeyRing {
  openKeyRing(path)
  const present = readFile(path)!
  const ring = { ...present, keys: [...present.keys, newKey()] }
  try {
    renameSync(writeBeside(path, ring), path)
  } catch (error) {
    throw unwritable(path, error)
  }
  return ringOf(ring)
}
