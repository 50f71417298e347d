import { sql } from 'kysely'
import { resources } from '#resources/index.ts'
import { type Actor, systemActor } from '#engine/declaration/actor.ts'
import type { OwnTerms } from '../../answers/terms.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { activeAccessKey } from '#engine/auth/server/accessKeys/keyInForce.ts'
import { throttled } from '#engine/auth/server/signIn/signInThrottle.ts'
import type { AppContext } from '#engine/server/context.ts'
import { firstRow } from '#engine/server/database/rows.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import type { LogOrigin } from '#engine/activityLog/server/activityLog.ts'
import { createInWrite, inWrite } from '#engine/records/server/writePipeline.ts'
import { termsInForce } from './terms.ts'
import { todayOf } from '#engine/records/server/change.ts'
import { clockOf } from '#engine/records/server/visibility/companyClock.ts'

/** A key as it came, and from where. */
interface GivenKey {
  readonly key: string
  readonly address: string
}

/**
 * The affiliate of an access key. Wrong keys are counted by address, as those of reports are.
 * @throws ApiError `unknown_token`, `too_many_requests`
 */
async function affiliateOfKey(context: AppContext, { key, address }: GivenKey): Promise<number> {
  const found = await throttled(context, { address, entrance: 'report', unguessable: key }, async () => {
    const inForce = await activeAccessKey(context, context.database.db, { owner: 'affiliate', key, use: 'signIn' })
    if (inForce === null) throw new ApiError('invalid_credentials')
    return inForce
  }).catch((error: unknown) => {
    throw error instanceof ApiError && error.code === 'invalid_credentials' ? new ApiError('unknown_token') : error
  })
  return found.owner
}

/** The terms in force for an affiliate, and when it accepted them; null where its company has none. */
export async function readOwnTermsOf(context: AppContext, affiliate: number): Promise<OwnTerms | null> {
  const { db } = context.database
  const whose = sql<{ company: number }>`select company from affiliate where id = ${affiliate}::bigint`
  const { company } = (await firstRow(db, whose))!
  const today = todayOf(context, await clockOf(db, company))
  const read = sql<OwnTerms & { acceptedAt: Date | null }>`select terms.id, terms.name, terms."number",
      terms.holds_from::text as "holdsFrom", terms.text, acceptance.accepted_at as "acceptedAt"
    from terms left join terms_acceptance acceptance on acceptance.terms = terms.id
      and acceptance.affiliate = ${affiliate}::bigint
    where terms.id = (${termsInForce(company, today)})`
  const found = await firstRow(db, read)
  return found ? ({ ...found, acceptedAt: (found.acceptedAt as Date | null)?.toISOString() ?? null } as OwnTerms) : null
}

/**
 * The terms in force for the affiliate of a key, and when it accepted them; null where its company has none.
 * @throws ApiError `unknown_token`
 */
export async function readOwnTerms(context: AppContext, given: GivenKey): Promise<OwnTerms | null> {
  return readOwnTermsOf(context, await affiliateOfKey(context, given))
}

/**
 * An affiliate accepts terms, at this moment.
 * @throws ApiError `invalid_terms`, `terms_of_another_company`, `terms_accepted_already`
 */
export async function acceptAs(
  context: AppContext,
  { affiliate, terms, http }: { readonly affiliate: number; readonly terms: number; readonly http: LogOrigin },
): Promise<void> {
  const whose = sql<{ token: string }>`select token from affiliate where id = ${affiliate}::bigint`
  const { token } = (await firstRow(context.database.db, whose))!
  const actor: Actor = { ...systemActor('affiliate'), name: `affiliate:${token}` }
  const resource = resources.termsAcceptance as unknown as AnyResource
  await inWrite({ context, actor, resource, origin: '', http }, (write) =>
    createInWrite(write, { affiliate, terms, acceptedAt: context.now().toISOString() }),
  )
}

/**
 * An affiliate accepts terms by its access key, at this moment.
 * @throws ApiError `unknown_token`, `invalid_terms`, `terms_of_another_company`, `terms_accepted_already`
 */
export async function acceptByKey(
  context: AppContext,
  { terms, http, ...given }: GivenKey & { readonly terms: number; readonly http: LogOrigin },
): Promise<void> {
  await acceptAs(context, { affiliate: await affiliateOfKey(context, given), terms, http })
}
