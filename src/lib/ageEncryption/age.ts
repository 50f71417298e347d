import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { UsageError } from '#cli/support/runCommand.ts'
import { readBech32, writeBech32 } from './bech32.ts'
import { Bytes } from './bytes.ts'

/*
 * Backups are encrypted to a public key, so that the machine that makes them cannot read them. The format is that of
 * age (https://age-encryption.org/v1): a random file key is wrapped for each recipient by X25519, HKDF-SHA-256 and
 * ChaCha20-Poly1305, the content follows in pieces of 64 KiB, each with a counter and a mark on the last, so that
 * nothing can be changed, reordered or cut off without notice. Whoever has lost this product reads a backup with
 * `age -d`. All of the arithmetic is Node's.
 */

const version = 'age-encryption.org/v1'
const pieceSize = 65_536
const tagLength = 16
const lineLengthMax = 4_096
const stanzasMax = 100
/** Before the 32 bytes of a key of X25519 (RFC 8410). */
const privatePrefix = Buffer.from('302e020100300506032b656e04220420', 'hex')
const publicPrefix = Buffer.from('302a300506032b656e032100', 'hex')

const publicKey = (bytes: Buffer) =>
  createPublicKey({ key: Buffer.concat([publicPrefix, bytes]), format: 'der', type: 'spki' })
const privateKey = (bytes: Buffer) =>
  createPrivateKey({ key: Buffer.concat([privatePrefix, bytes]), format: 'der', type: 'pkcs8' })
const bytesOf = (key: KeyObject) => createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32)
const derived = (key: Buffer, salt: Buffer, info: string) => Buffer.from(hkdfSync('sha256', key, salt, info, 32))
const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

function sealed(key: Buffer, nonce: Buffer, content: Buffer): Buffer {
  const cipher = createCipheriv('chacha20-poly1305', key, nonce, { authTagLength: tagLength })
  return Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()])
}

/** Null where it was sealed with another key or changed since. */
function opened(key: Buffer, nonce: Buffer, content: Buffer): Buffer | null {
  if (content.length < tagLength) return null
  const decipher = createDecipheriv('chacha20-poly1305', key, nonce, { authTagLength: tagLength })
  decipher.setAuthTag(content.subarray(-tagLength))
  const start = decipher.update(content.subarray(0, -tagLength))
  try {
    return Buffer.concat([start, decipher.final()])
  } catch {
    return null
  }
}

/** Who can read what is encrypted to it. */
export type Recipient = Buffer

/** Reads a public key as age writes it. @throws UsageError where it is none */
export function readRecipient(text: string): Recipient {
  const bytes = readBech32('age', text.trim())
  if (bytes?.length === 32) return bytes
  throw new UsageError(
    'A public key for backups is written age1… and has a checksum; this one is wrong. npm run backup -- --make-key FILE makes a pair, age-keygen does as well.',
  )
}

/**
 * Reads the private keys of a file as age-keygen writes it: a line each, comments begin with #.
 * @throws UsageError where there is none
 */
export function readIdentities(text: string): KeyObject[] {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
  const keys = lines.map((line) => readBech32('age-secret-key-', line))
  if (keys.length > 0 && keys.every((bytes) => bytes?.length === 32)) return keys.map((bytes) => privateKey(bytes!))
  throw new UsageError(
    'The file of the private key must hold a line AGE-SECRET-KEY-1…, as npm run backup -- --make-key or age-keygen write it.',
  )
}

/** Makes a pair. @returns both as age writes them */
export function makeKeys(): { readonly secret: string; readonly recipient: string } {
  const bytes = randomBytes(32)
  return {
    secret: writeBech32('age-secret-key-', bytes).toUpperCase(),
    recipient: writeBech32('age', bytesOf(privateKey(bytes))),
  }
}

const wrapInfo = `${version}/X25519`
const noNonce = Buffer.alloc(12)

function stanza(fileKey: Buffer, recipient: Recipient): string {
  const own = privateKey(randomBytes(32))
  const share = bytesOf(own)
  const secret = diffieHellman({ privateKey: own, publicKey: publicKey(recipient) })
  const key = derived(secret, Buffer.concat([share, recipient]), wrapInfo)
  return `-> X25519 ${unpadded(share)}\n${unpadded(sealed(key, noNonce, fileKey))}\n`
}

const macOf = (fileKey: Buffer, header: string) =>
  createHmac('sha256', derived(fileKey, Buffer.alloc(0), 'header'))
    .update(header)
    .digest()

function pieceNonce(counter: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(counter, 5, 6)
  nonce[11] = Number(isLast)
  return nonce
}

/** Encrypts a stream, so that each of the recipients can read it and nobody else. */
export async function* encrypt(
  source: AsyncIterable<Buffer>,
  recipients: readonly Recipient[],
): AsyncGenerator<Buffer> {
  const fileKey = randomBytes(16)
  const header = `${version}\n${recipients.map((recipient) => stanza(fileKey, recipient)).join('')}---`
  const salt = randomBytes(16)
  yield Buffer.concat([Buffer.from(`${header} ${unpadded(macOf(fileKey, header))}\n`), salt])
  const key = derived(fileKey, salt, 'payload')
  const bytes = new Bytes(source)
  for (let [counter, isLast] = [0, false]; !isLast; counter += 1) {
    const piece = await bytes.take(pieceSize)
    isLast = await bytes.isAtEnd()
    yield sealed(key, pieceNonce(counter, isLast), piece)
  }
}

const damaged = 'The backup was changed or cut off: it does not open. Take another one.'

/** Bytes of a header, which are written in one way alone. @throws UsageError where they are written otherwise */
function readBytes(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64')
  if (unpadded(bytes) !== text) throw new UsageError(damaged)
  return bytes
}

/** The file key, where one of the stanzas is for one of the keys. */
function unwrap(stanzas: readonly { share: Buffer; body: Buffer }[], identities: readonly KeyObject[]): Buffer | null {
  for (const { share, body } of stanzas) {
    for (const identity of identities) {
      const secret = diffieHellman({ privateKey: identity, publicKey: publicKey(share) })
      const fileKey = opened(derived(secret, Buffer.concat([share, bytesOf(identity)]), wrapInfo), noNonce, body)
      if (fileKey) return fileKey
    }
  }
  return null
}

async function readHeader(bytes: Bytes, identities: readonly KeyObject[]): Promise<Buffer> {
  if ((await bytes.line(version.length + 1)) !== version)
    throw new UsageError('This is no backup of npm run backup: it does not begin as a file of age does.')
  const lines = [version]
  const stanzas: { share: Buffer; body: Buffer }[] = []
  for (let count = 0; count < stanzasMax; count += 1) {
    const line = await bytes.line(lineLengthMax)
    if (line === null) break
    if (line.startsWith('--- ')) {
      const fileKey = unwrap(stanzas, identities)
      if (!fileKey) throw new UsageError('The private key is not one of those that this backup was encrypted to.')
      const [given, wanted] = [readBytes(line.slice(4)), macOf(fileKey, [...lines, '---'].join('\n'))]
      if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) throw new UsageError(damaged)
      return fileKey
    }
    const [, kind, share = ''] = line.split(' ')
    const body: string[] = []
    // The last line of a stanza is shorter than the others, and may be empty.
    do body.push((await bytes.line(lineLengthMax)) ?? '')
    while (body.at(-1)!.length === 64)
    lines.push(line, ...body)
    if (kind !== 'X25519') continue
    const bytesOfShare = readBytes(share)
    if (bytesOfShare.length !== 32) throw new UsageError(damaged)
    stanzas.push({ share: bytesOfShare, body: readBytes(body.join('')) })
  }
  throw new UsageError(damaged)
}

/** Decrypts a stream. @throws UsageError where no key fits, or where anything in it was changed, moved or cut off */
export async function* decrypt(
  source: AsyncIterable<Buffer>,
  identities: readonly KeyObject[],
): AsyncGenerator<Buffer> {
  const bytes = new Bytes(source)
  const fileKey = await readHeader(bytes, identities)
  const key = derived(fileKey, await bytes.take(16), 'payload')
  for (let [counter, isLast] = [0, false]; !isLast; counter += 1) {
    const piece = await bytes.take(pieceSize + tagLength)
    isLast = await bytes.isAtEnd()
    const content = opened(key, pieceNonce(counter, isLast), piece)
    if (!content) throw new UsageError(damaged)
    yield content
  }
}
