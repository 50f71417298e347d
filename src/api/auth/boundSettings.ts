import { type Kysely, sql } from 'kysely'
import type { Actor } from '../../config/actor.ts'
import type { AppContext } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import { logActivity } from '../records/activityLog.ts'
import { installationKey } from './installationSecret.ts'
import { unlockPartner, unlockTwoStep } from './twoStep/manageTwoStep.ts'

/*
 * Two settings belong to the data and not to a server: the zone by which days were booked, and the secret with which sessions, authenticators and access keys were made. A server or command that has
 * others would book one moment on two days, or refuse what another server gave out, and nobody would be told. So the database keeps the zone and a fingerprint of the secret, and who differs is
 * refused before anything is done.
 */

type Surroundings = Pick<AppContext, 'database' | 'environment'>

/** This server or command has other settings than the data; the message names the remedy. */
export class BoundSettingsError extends Error {
  override name = 'BoundSettingsError'
}

const zoneName = 'business_time_zone'
const fingerprintName = 'secret_fingerprint'
const fingerprintBytes = 16

async function fingerprintOf(surroundings: Surroundings): Promise<string> {
  return Buffer.from(await installationKey(surroundings, 'fingerprint')).subarray(0, fingerprintBytes).toString('hex')
}

async function kept(db: Kysely<any>): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ name: string; value: string }>`select name, value from secret where name in (${zoneName}, ${fingerprintName})`.execute(db)
  return new Map(rows.map(({ name, value }) => [name, value]))
}

async function keep(db: Kysely<any>, name: string, value: string): Promise<void> {
  await sql`insert into secret (name, value) values (${name}::text, ${value}::text) on conflict (name) do update set value = excluded.value`.execute(db)
}

async function isBooked(db: Kysely<any>): Promise<boolean> {
  const { rows: [row] } = await sql<{ is_booked: boolean }>`select exists (select from event) or exists (select from movement) or exists (select from entry) as is_booked`.execute(db)
  return row!.is_booked
}

async function refuseOther(db: Kysely<any>, surroundings: Surroundings): Promise<void> {
  const bound = await kept(db)
  const { environment: { businessTimeZone, installationSecret } } = surroundings
  const zone = bound.get(zoneName)
  if (zone !== undefined && zone !== businessTimeZone && await isBooked(db)) {
    throw new BoundSettingsError(`The days of this database were booked in ${zone}, and BUSINESS_TIME_ZONE says ${businessTimeZone}: one moment would stand on two days. Set BUSINESS_TIME_ZONE=${zone}.`)
  }
  const fingerprint = bound.get(fingerprintName)
  if (fingerprint === undefined || fingerprint === await fingerprintOf(surroundings)) return
  const what = installationSecret === undefined ? 'INSTALLATION_SECRET is not set, and this database was used with one' : 'INSTALLATION_SECRET is another than the one this database was used with'
  throw new BoundSettingsError(`${what}: sessions, authenticators and access keys that were made with it would open nothing. Set the one of before. Where it is lost: npm run admin -- secret adopt`)
}

/**
 * Has a database belong to the zone and the secret of the server that first starts on it; from then on those are asked for. A zone by which nothing was booked yet may be another.
 * @throws BoundSettingsError naming the remedy where they are others
 */
export async function bindSettings(surroundings: Surroundings): Promise<void> {
  await inTransaction(surroundings.database.db, async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtext('bindSettings'))`.execute(transaction)
    await refuseOther(transaction, surroundings)
    await keep(transaction, zoneName, surroundings.environment.businessTimeZone)
    await keep(transaction, fingerprintName, await fingerprintOf(surroundings))
  })
}

/** Refuses to go on with a zone or secret that is not that of the data, where a server has started on it already. @throws BoundSettingsError naming the remedy */
export async function checkSettings(surroundings: Surroundings): Promise<void> {
  await refuseOther(surroundings.database.db, surroundings)
}

const operator: Actor = { kind: 'system', userId: null, name: 'command:admin', root: true, roles: new Set(), company: null, allowedBrands: [], partner: null }

/** Gives the secret of before up for the present one: ends every session, and takes off every authenticator, which nobody could read any more. Access keys have to be made anew. @returns how many authenticators */
export async function adoptSecret(surroundings: Surroundings): Promise<{ readonly authenticators: number }> {
  const { db } = surroundings.database
  const context: AppContext = { ...surroundings, now: () => new Date() }
  const { rows } = await sql<{ user_id: number | null; partner_id: number | null }>`select user_id, null::bigint as partner_id from two_step union all select null, partner_id from partner_two_step`.execute(db)
  for (const { user_id: userId, partner_id: partnerId } of rows) {
    if (userId !== null) await unlockTwoStep(context, { actor: operator, userId })
    else await unlockPartner(context, { actor: operator, partnerId: partnerId! })
  }
  const fingerprint = await fingerprintOf(surroundings)
  await inTransaction(db, async (transaction) => {
    await sql`update session set ended_at = now(), end_reason = 'revoked' where ended_at is null`.execute(transaction)
    await keep(transaction, fingerprintName, fingerprint)
    await logActivity(transaction, { actor: operator, operation: 'adoptSecret', object: 'installation', objectId: 1, changes: [] })
  })
  return { authenticators: rows.length }
}
