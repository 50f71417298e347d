import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { AppContext } from '#engine/server/context.ts'
import { installationKey } from '../installationSecret.ts'
import { type TwoStepHolder, twoStepPlace } from './twoStepHolder.ts'

const cipher = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

function boundTo(holder: TwoStepHolder): Buffer {
  const { object, id } = twoStepPlace(holder)
  return Buffer.from(`${object}:${id}`)
}

/**
 * An authenticator's secret as it is stored: nonce, tag, AES-256-GCM. Bound to its holder: copied to another's row it
 * does not open.
 */
export async function encryptSecret(
  context: AppContext,
  { holder, secret }: { holder: TwoStepHolder; secret: Uint8Array },
): Promise<Buffer> {
  const nonce = randomBytes(nonceBytes)
  const encryption = createCipheriv(cipher, await installationKey(context, 'two_step_secret'), nonce).setAAD(
    boundTo(holder),
  )
  const encrypted = Buffer.concat([encryption.update(secret), encryption.final()])
  return Buffer.concat([nonce, encryption.getAuthTag(), encrypted])
}

/**
 * The secret behind {@link encryptSecret}. Throws where the installation secret is another one than the secret was
 * stored with.
 */
export async function decryptSecret(
  context: AppContext,
  { holder, stored }: { holder: TwoStepHolder; stored: Uint8Array },
): Promise<Uint8Array> {
  const bytes = Buffer.from(stored)
  const decryption = createDecipheriv(
    cipher,
    await installationKey(context, 'two_step_secret'),
    bytes.subarray(0, nonceBytes),
    { authTagLength: tagBytes },
  )
    .setAAD(boundTo(holder))
    .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  return new Uint8Array(Buffer.concat([decryption.update(bytes.subarray(nonceBytes + tagBytes)), decryption.final()]))
}
