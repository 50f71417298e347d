import { type RawBuilder, sql } from 'kysely'
import { resources } from '#resources/index.ts'
import type { FeatureName } from '#engine/declaration/names.ts'
import type { Report, ReportToken } from '#engine/declaration/report.ts'
import { activeAccessKey } from '#engine/auth/server/accessKeys/keyInForce.ts'
import { hasFeatureSql } from '#engine/auth/server/features.ts'
import { throttled } from '#engine/auth/server/signIn/signInThrottle.ts'
import type { AppContext } from '#engine/server/context.ts'
import { countOwnRead } from '#engine/server/rateLimit/affiliateQuota.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { partnerSubtree, scopeCondition, seesAll } from '#engine/records/server/visibility/scope.ts'
import type { ReportReader } from './reportReader.ts'

/** A code or key as it came, and which kind it is said to be. */
export interface GivenToken {
  readonly name: ReportToken
  readonly token: string
}

const tokenPattern = /^[A-Za-z0-9_-]{2,64}$/
const kinds = {
  affiliateToken: { table: 'affiliate', resource: resources.affiliate, code: 'invalid_affiliate' },
  partnerToken: { table: 'partner', resource: resources.partner, code: 'invalid_partner' },
} as const

type Condition = RawBuilder<unknown>

/** The owner of a public code, of those that meet a condition; null where there is none. */
async function idOfCode(
  context: AppContext,
  { name, token }: GivenToken,
  condition: Condition,
): Promise<number | null> {
  if (!tokenPattern.test(token)) return null
  const {
    rows: [row],
  } = await sql<{
    id: number
  }>`select owner.id from ${sql.table(kinds[name].table)} owner where owner.token = ${token}::text
    and ${condition}`.execute(context.database.db)
  return row?.id ?? null
}

/** The owner that a session's report is narrowed to: by a code, or by a key, as a link that somebody sent has it. */
async function idInSight(context: AppContext, given: GivenToken, condition: Condition): Promise<number | null> {
  const byCode = await idOfCode(context, given, condition)
  if (byCode !== null) return byCode
  const { table } = kinds[given.name]
  const key = await activeAccessKey(context, context.database.db, { owner: table, key: given.token, use: 'reports' })
  if (!key) return null
  const { rows } =
    await sql`select 1 from ${sql.table(table)} owner where owner.id = ${key.owner} and ${condition}`.execute(
      context.database.db,
    )
  return rows.length === 0 ? null : key.owner
}

async function requireFeatureOf(
  { database }: AppContext,
  { table, id, feature }: { table: string; id: number; feature: FeatureName },
): Promise<void> {
  const { rows } = await sql`select from ${sql.table(table)} owner where id = ${id}::bigint
    and ${hasFeatureSql(sql`owner.company`, feature)}`.execute(database.db)
  if (rows.length === 0) throw new ApiError('feature_off')
}

/**
 * Who reads a report by access key, without a session. A public code opens nothing. Wrong keys are counted by address,
 * apart from sign-ins, so that they cannot be guessed and nobody is locked out.
 * @throws ApiError `unknown_token` where the key is nobody's or over, `too_many_requests` after too many of these,
 * `unauthorized` where the report is not open to its kind, `feature_off` where its company switched the report off
 */
export async function readerByToken(
  context: AppContext,
  { report, given, address }: { report: Report; given: GivenToken; address: string },
): Promise<ReportReader> {
  if (!report.openTo.includes(given.name)) throw new ApiError('unauthorized')
  const { table } = kinds[given.name]
  const key = await throttled(context, { address, entrance: 'report', unguessable: given.token }, async () => {
    const found = await activeAccessKey(context, context.database.db, {
      owner: table,
      key: given.token,
      use: 'reports',
    })
    // What the throttle counts as wrong; the answer says what it means here.
    if (found === null) throw new ApiError('invalid_credentials')
    return found
  }).catch((error: unknown) => {
    throw error instanceof ApiError && error.code === 'invalid_credentials' ? new ApiError('unknown_token') : error
  })
  await countOwnRead(context, `${table} ${key.owner}`)
  if (report.feature) await requireFeatureOf(context, { table, id: key.owner, feature: report.feature })
  return { kind: table, id: key.owner }
}

/**
 * Narrows a session's report to the owner of a code or key. Refuses with 400 one that names nobody the reader sees:
 * both answer the same.
 */
export async function restrictReader(
  context: AppContext,
  reader: ReportReader,
  given: GivenToken,
): Promise<ReportReader> {
  const { code, resource } = kinds[given.name]
  const isPartner = given.name === 'partnerToken'
  if (reader.kind === 'session') {
    const id = await idInSight(
      context,
      given,
      seesAll(reader.actor) ? sql`true` : scopeCondition({ actor: reader.actor, resource, alias: 'owner' }),
    )
    if (id === null) throw new ApiError(code, { problems: [{ field: given.name, code }] })
    return { ...reader, within: isPartner ? { partner: id } : { affiliate: id } }
  }
  const own = sql`${sql.ref(isPartner ? 'owner.id' : 'owner.partner')} in (${partnerSubtree(reader.id)})`
  const id = await idInSight(context, given, own)
  if (id === null) throw new ApiError(code, { problems: [{ field: given.name, code }] })
  return { kind: isPartner ? 'partner' : 'affiliate', id }
}
