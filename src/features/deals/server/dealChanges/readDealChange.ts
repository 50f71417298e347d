import { type Kysely, sql } from 'kysely'
import type { DealChange, PortalDeal, PortalDealChange, PortalReward } from '#features/portal/answers/portal.ts'
import type { AppContext } from '#engine/server/context.ts'
import { firstRow, timestamp } from '#engine/server/database/rows.ts'
import { concerning, overridesOf, readNames } from '../portal/readDeal.ts'
import type { Deal } from '../whatIf/simulateDeal.ts'

const shownDays = 60

/** A change as it is kept: the deals by the names under which they are kept. */
export interface StoredChange extends DealChange {
  readonly before: string
  readonly after: string
}

/** A change as far as it is an affiliate's to know. */
export type TellableChange = Omit<PortalDealChange, 'at'>

async function readContent(db: Kysely<any>, hash: string): Promise<Deal> {
  const row = await firstRow(db, sql<{ content: Deal }>`select content from deal_content where hash = ${hash}::text`)
  return row!.content
}

/** A deal in the words of the portal. */
function asTold({ rewards, profile, carry, ...terms }: Deal): Pick<PortalDeal, 'profile' | 'rewards'> {
  return {
    profile: { id: profile, ...terms, ...carry },
    rewards: rewards.map(({ id, rule, currency }) => ({ id, currency, ...rule }) as unknown as PortalReward),
  }
}

/** A change with both deals, without what of them is other people's. */
export async function tellableChange(
  { database: { db } }: AppContext,
  affiliate: number,
  stored: StoredChange,
): Promise<TellableChange> {
  const [before, after] = [asTold(await readContent(db, stored.before)), asTold(await readContent(db, stored.after))]
  const names = await readNames(db, affiliate, [...before.rewards, ...after.rewards].flatMap(overridesOf))
  return { ...stored, before: concerning(before, names), after: concerning(after, names), names }
}

/** The last change of an affiliate's deal that it was told, for sixty days. */
export async function readLastChange(
  { database: { db }, now }: AppContext,
  affiliate: number,
): Promise<{ readonly at: Date; readonly stored: StoredChange; readonly change: DealChange } | null> {
  const row = await firstRow(
    db,
    sql<{ at: Date; said: StoredChange }>`select at, said from affiliate_notice
      where affiliate = ${affiliate}::bigint and kind = 'dealChanged' and person is null
        and at > ${timestamp(now())} - make_interval(days => ${shownDays}::int) order by id desc limit 1`,
  )
  if (!row) return null
  const { before: _, after: __, ...change } = row.said
  return { at: row.at, stored: row.said, change }
}

/** The same with both deals. */
export async function readDealChange(context: AppContext, affiliate: number): Promise<PortalDealChange | null> {
  const last = await readLastChange(context, affiliate)
  return last && { at: last.at.toISOString(), ...(await tellableChange(context, affiliate, last.stored)) }
}
