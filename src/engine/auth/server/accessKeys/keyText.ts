import { createHash, createHmac, randomBytes } from 'node:crypto'
import { installationKey, type KeyPurpose } from '../installationSecret.ts'
import type { AppContext } from '#engine/server/context.ts'

const keyPrefix = 'ak_'
const keyBytes = 32
const hintLength = 4
const keyPattern = /^[A-Za-z0-9_-]{16,64}$/

/** A new key: 256 random bits behind a prefix by which a leaked one is recognised. */
export function makeKeyText(prefix = keyPrefix): string {
  return prefix + randomBytes(keyBytes).toString('base64url')
}

/** What stays visible of a key: its last characters. */
export function hintOf(key: string): string {
  return key.slice(-hintLength)
}

/** Can this be a key at all? What is not is refused without asking the database. */
export function canBeKey(text: string): boolean {
  return keyPattern.test(text)
}

/**
 * What is stored of a key: its HMAC-SHA-256 with a key of the installation, so that whoever can write the database
 * alone makes none.
 */
export async function keyHash(
  context: Pick<AppContext, 'database' | 'environment'>,
  key: string,
  purpose: KeyPurpose = 'access_key',
): Promise<Buffer> {
  return createHmac('sha256', await installationKey(context, purpose))
    .update(key)
    .digest()
}

/**
 * What is stored of a partner's token that was handed out before there were keys: its SHA-256, which the migration
 * could make without the installation's secret.
 */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
