import { type Kysely, sql } from 'kysely'
import { installationKey } from '#engine/auth/server/installationSecret.ts'
import type { AppContext } from '#engine/server/context.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'

/*
 * Two settings belong to the data and not to a server: the zone by which days were booked, and the secret with which
 * sessions, authenticators and access keys were made. A server or command that has others would book one moment on two
 * days, or refuse what another server gave out, and nobody would be told. So the database keeps the zone and a
 * fingerprint of the secret, and who differs is refused before anything is done.
 */

/** A server or command with its settings. */
export type Surroundings = Pick<AppContext, 'database' | 'environment'>

/** This server or command has other settings than the data; the message names the remedy. */
export class BoundSettingsError extends Error {
  override name = 'BoundSettingsError'
}

/** Under which name the table `secret` keeps the zone. */
export const zoneName = 'business_time_zone'
const fingerprintName = 'secret_fingerprint'
const fingerprintBytes = 16

/** What tells whether a secret is the one of before, and nothing of the secret. */
export async function fingerprintOf(surroundings: Surroundings): Promise<string> {
  const key = await installationKey(surroundings, 'fingerprint')
  return Buffer.from(key).subarray(0, fingerprintBytes).toString('hex')
}

async function kept(db: Kysely<any>): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ name: string; value: string }>`select name, value from secret
    where name in (${zoneName}, ${fingerprintName})`.execute(db)
  return new Map(rows.map(({ name, value }) => [name, value]))
}

/** The zone by which the days of a database are booked; null where no server has started on it. */
export async function keptZone(db: Kysely<any>): Promise<string | null> {
  return (await kept(db)).get(zoneName) ?? null
}

/** Has the database belong to another zone or secret from now on. */
export async function keepBound(
  transaction: Kysely<any>,
  { zone, fingerprint }: { readonly zone?: string; readonly fingerprint?: string },
): Promise<void> {
  for (const [name, value] of [
    [zoneName, zone],
    [fingerprintName, fingerprint],
  ] as const) {
    if (value === undefined) continue
    await sql`insert into secret (name, value) values (${name}::text, ${value}::text)
      on conflict (name) do update set value = excluded.value`.execute(transaction)
  }
}

/** Lets one server or command at a time decide to whom the data belongs, until the transaction ends. */
export async function lockBound(transaction: Kysely<any>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('bindSettings'))`.execute(transaction)
}

async function isBooked(db: Kysely<any>): Promise<boolean> {
  const {
    rows: [row],
  } = await sql<{ is_booked: boolean }>`select
    exists (select 1 from event) or exists (select 1 from movement) or exists (select 1 from entry) as is_booked`.execute(
    db,
  )
  return row!.is_booked
}

async function refuseOther(db: Kysely<any>, surroundings: Surroundings): Promise<void> {
  const bound = await kept(db)
  const {
    environment: { businessTimeZone, installationSecret },
  } = surroundings
  const zone = bound.get(zoneName)
  if (zone !== undefined && zone !== businessTimeZone && (await isBooked(db))) {
    throw new BoundSettingsError(
      `The days of this database were booked in ${zone}, and BUSINESS_TIME_ZONE says ` +
        `${businessTimeZone}: one moment would stand on two days. Set BUSINESS_TIME_ZONE=${zone}. ` +
        `What a change would mean: npm run admin -- zone plan ${businessTimeZone}`,
    )
  }
  const fingerprint = bound.get(fingerprintName)
  if (fingerprint === undefined || fingerprint === (await fingerprintOf(surroundings))) return
  const what =
    installationSecret === undefined
      ? 'INSTALLATION_SECRET is not set, and this database was used with one'
      : 'INSTALLATION_SECRET is another than the one this database was used with'
  throw new BoundSettingsError(
    `${what}: sessions, authenticators and access keys that were made with it would open ` +
      'nothing. Set the one of before. Where it is lost: npm run admin -- secret adopt',
  )
}

/**
 * Has a database belong to the zone and the secret of the server that first starts on it; from then on those are asked
 * for. A zone by which nothing was booked yet may be another.
 * @throws BoundSettingsError naming the remedy where they are others
 */
export async function bindInstallation(surroundings: Surroundings): Promise<void> {
  await inTransaction(surroundings.database.db, async (transaction) => {
    await lockBound(transaction)
    await refuseOther(transaction, surroundings)
    const zone = surroundings.environment.businessTimeZone
    await keepBound(transaction, { zone, fingerprint: await fingerprintOf(surroundings) })
  })
}

/**
 * Refuses to go on with a zone or secret that is not that of the data, where a server has started on it already.
 * @throws BoundSettingsError naming the remedy
 */
export async function checkSettings(surroundings: Surroundings): Promise<void> {
  await refuseOther(surroundings.database.db, surroundings)
}
