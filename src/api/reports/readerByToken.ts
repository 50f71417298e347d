import { type RawBuilder, sql } from 'kysely'
import { resources } from '../../../resources/index.ts'
import type { Report, ReportToken } from '../../config/report.ts'
import { throttled } from '../auth/signIn/signInThrottle.ts'
import type { AppContext } from '../context.ts'
import { ApiError } from '../errors.ts'
import { partnerSubtree, scopeCondition, seesAll } from '../records/scope.ts'
import type { ReportReader } from './reportReader.ts'

/** A token as it came, and which kind it is said to be. */
export interface GivenToken {
  readonly name: ReportToken
  readonly token: string
}

const tokenPattern = /^[A-Za-z0-9_-]{2,64}$/
const kinds = {
  affiliateToken: { table: 'affiliate', resource: resources.affiliate, code: 'invalid_affiliate' },
  partnerToken: { table: 'partner', resource: resources.partner, code: 'invalid_partner' },
} as const

async function idOfToken(context: AppContext, { name, token }: GivenToken, condition: RawBuilder<unknown> = sql`true`): Promise<number | null> {
  if (!tokenPattern.test(token)) return null
  const { rows: [row] } = await sql<{ id: number }>`select owner.id from ${sql.table(kinds[name].table)} owner where owner.token = ${token}::text and ${condition}`.execute(context.database.db)
  return row?.id ?? null
}

/**
 * Who reads a report by token, without a session. Wrong tokens are counted by address, apart from wrong sign-ins, so that they cannot be guessed and lock nobody out.
 * @throws ApiError `unknown_token` where the token is nobody's, `too_many_requests` after too many of these, `unauthorized` where the report is not open to its kind
 */
export async function readerByToken(context: AppContext, { report, given, address }: { report: Report; given: GivenToken; address: string }): Promise<ReportReader> {
  if (!report.openTo.includes(given.name)) throw new ApiError('unauthorized')
  const id = await throttled(context, { address, entrance: 'report' }, async () => {
    const found = await idOfToken(context, given)
    // What the throttle counts as wrong; the answer says what it means here.
    if (found === null) throw new ApiError('invalid_credentials')
    return found
  }).catch((error: unknown) => {
    throw error instanceof ApiError && error.code === 'invalid_credentials' ? new ApiError('unknown_token') : error
  })
  return { kind: given.name === 'affiliateToken' ? 'affiliate' : 'partner', id }
}

/** Narrows a session's report to the owner of a token. Refuses with 400 a token that names nobody the reader sees: both answer the same. */
export async function narrowReader(context: AppContext, reader: ReportReader, given: GivenToken): Promise<ReportReader> {
  const { code, resource } = kinds[given.name]
  const isPartner = given.name === 'partnerToken'
  if (reader.kind === 'session') {
    const id = await idOfToken(context, given, seesAll(reader.actor) ? sql`true` : scopeCondition({ actor: reader.actor, resource, alias: 'owner' }))
    if (id === null) throw new ApiError(code, { problems: [{ field: given.name, code }] })
    return { ...reader, within: isPartner ? { partner: id } : { affiliate: id } }
  }
  const own = sql`${sql.ref(isPartner ? 'owner.id' : 'owner.partner')} in (${partnerSubtree(reader.id)})`
  const id = await idOfToken(context, given, own)
  if (id === null) throw new ApiError(code, { problems: [{ field: given.name, code }] })
  return { kind: isPartner ? 'partner' : 'affiliate', id }
}
