import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { installationKey } from '#engine/auth/server/installationSecret.ts'
import type { AppContext } from '#engine/server/context.ts'
import { timestamp } from '#engine/server/database/rows.ts'

type Sealing = Pick<AppContext, 'database' | 'environment'>
const [cipher, nonceBytes, tagBytes] = ['aes-256-gcm', 12, 16] as const
const [prefix, secretBytes, hintLength] = ['whsec_', 32, 4] as const
/** For so long the secret before the present one goes on signing beside it. */
const overlapHours = 24
const hourMs = 3_600_000

/** Bound to its target: copied to another's row it does not open. */
const boundTo = (target: number) => Buffer.from(`signal_target:${target}`)

async function seal(context: Sealing, target: number, secret: string): Promise<Buffer> {
  const nonce = randomBytes(nonceBytes)
  const key = await installationKey(context, 'signal_secret')
  const encryption = createCipheriv(cipher, key, nonce).setAAD(boundTo(target))
  const sealed = Buffer.concat([encryption.update(secret, 'utf8'), encryption.final()])
  return Buffer.concat([nonce, encryption.getAuthTag(), sealed])
}

async function unseal(context: Sealing, target: number, stored: Uint8Array): Promise<string> {
  const bytes = Buffer.from(stored)
  const key = await installationKey(context, 'signal_secret')
  const decryption = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
    .setAAD(boundTo(target))
    .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  return Buffer.concat([decryption.update(bytes.subarray(nonceBytes + tagBytes)), decryption.final()]).toString('utf8')
}

/** A secret as people see it: never itself. */
export interface SecretRow {
  readonly id: number
  readonly hint: string
  readonly made_at: Date
  readonly ends_at: Date | null
  readonly is_unseen: boolean
}

/** The secrets of a target that sign at a moment, the present one first. */
export async function readSecrets(db: Kysely<any>, target: number, now: Date): Promise<SecretRow[]> {
  const { rows } = await sql<SecretRow>`select id, hint, made_at, ends_at, is_unseen from signal_secret
    where target = ${target}::bigint and (ends_at is null or ends_at > ${timestamp(now)}) order by id desc`.execute(db)
  return rows
}

/**
 * Makes a secret for a target. The one before signs beside it for a day, unless nobody has seen it; what came before
 * that signs no more, so that two are valid at most.
 * @returns it in full, this once
 */
export async function makeSecret(
  context: Sealing,
  db: Kysely<any>,
  { target, now, isUnseen = false }: { target: number; now: Date; isUnseen?: boolean },
): Promise<SecretRow & { readonly secret: string }> {
  const secret = prefix + randomBytes(secretBytes).toString('base64')
  const until = timestamp(new Date(now.getTime() + overlapHours * hourMs))
  await sql`select from signal_target where id = ${target}::bigint for update`.execute(db)
  await sql`delete from signal_secret where target = ${target}::bigint
    and (is_unseen or ends_at is not null)`.execute(db)
  await sql`update signal_secret set ends_at = ${until} where target = ${target}::bigint`.execute(db)
  const { rows } = await sql<SecretRow>`insert into signal_secret (target, sealed, hint, made_at, is_unseen)
    values (${target}::bigint, ${await seal(context, target, secret)}, ${secret.slice(-hintLength)},
      ${timestamp(now)}, ${isUnseen}) returning id, hint, made_at, ends_at, is_unseen`.execute(db)
  return { ...rows[0]!, secret }
}

/** What signs for a target at a moment, the present secret first. */
export async function signingSecrets(context: AppContext, target: number): Promise<string[]> {
  const { rows } = await sql<{ sealed: Buffer }>`select sealed from signal_secret where target = ${target}::bigint
    and (ends_at is null or ends_at > ${timestamp(context.now())}) order by id desc`.execute(context.database.db)
  return Promise.all(rows.map(({ sealed }) => unseal(context, target, sealed)))
}
