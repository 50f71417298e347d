import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { AppContext } from '../../context.ts'
import { installationKey } from '../installationSecret.ts'

const cipher = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** An authenticator's secret as it is stored: nonce, tag, AES-256-GCM. Bound to its user: copied to another user's row it does not open. */
export async function encryptSecret(context: AppContext, { userId, secret }: { userId: number; secret: Uint8Array }): Promise<Buffer> {
  const nonce = randomBytes(nonceBytes)
  const encryption = createCipheriv(cipher, await installationKey(context, 'two_step_secret'), nonce).setAAD(Buffer.from(`user:${userId}`))
  const encrypted = Buffer.concat([encryption.update(secret), encryption.final()])
  return Buffer.concat([nonce, encryption.getAuthTag(), encrypted])
}

/** The secret behind {@link encryptSecret}. Throws where the installation secret is another one than the secret was stored with. */
export async function decryptSecret(context: AppContext, { userId, stored }: { userId: number; stored: Uint8Array }): Promise<Uint8Array> {
  const bytes = Buffer.from(stored)
  const decryption = createDecipheriv(cipher, await installationKey(context, 'two_step_secret'), bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
    .setAAD(Buffer.from(`user:${userId}`))
    .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  return new Uint8Array(Buffer.concat([decryption.update(bytes.subarray(nonceBytes + tagBytes)), decryption.final()]))
}
