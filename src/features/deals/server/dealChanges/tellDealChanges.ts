import { type Kysely, sql } from 'kysely'
import type { DealChange, DealFigure } from '#features/portal/answers/portal.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { idArray, rowsAs, textArray } from '#engine/server/database/arrays.ts'
import { firstRow, timestamp } from '#engine/server/database/rows.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import type { AppContext } from '#engine/server/context.ts'
import { todayOf } from '#engine/records/server/change.ts'
import { addMonths, type Day, endOfMonth, latestDay, startOfMonth } from '#engine/values/calendar.ts'
import { readRuleSet } from '#features/commission/server/calculation/ruleSet.ts'
import { lastMoment } from '#features/reporting/server/asOf.ts'
import { emitSignal, subscriptionsFor } from '#features/webhooks/server/emit/emit.ts'
import { inSimulation, type SimulatedRange } from '../whatIf/simulation.ts'
import { type Deal, simulateDeal } from '../whatIf/simulateDeal.ts'
import { dealSentences } from './dealChangeText.ts'
import { type KeptDeal, presentDeal, termsOf } from './dealContent.ts'
import { type StoredChange, tellableChange } from './readDealChange.ts'

/** Affiliates that are tried together. */
const atOnce = 1_000
/** A deal is told of once it was left alone for so long; one that is worked on all the time, after the second. */
const [settledMinutes, patienceMinutes] = [5, 60]

/** Since when rules changed that nobody was told of, and whether somebody is still at it. */
interface Changed {
  readonly rewards: readonly number[]
  readonly profiles: readonly number[]
  readonly affiliates: readonly number[]
  readonly isSettled: boolean
}

async function readChanged(
  db: Kysely<any>,
  given: { since: string; until: string; settled: number },
): Promise<Changed> {
  const { since, until, settled } = given
  const row = await firstRow(
    db,
    sql<{ rewards: number[]; profiles: number[]; affiliates: number[]; is_settled: boolean }>`with changes as (
        select id, at from known_change where at > ${since}::text::timestamptz and at <= ${until}::text::timestamptz),
      touched as (
        select 'reward' as kind, past.record, changes.at from changes join reward_history_past past on past.change = changes.id
        union all select 'rewardProfile', past.record, changes.at
          from changes join reward_profile_history_past past on past.change = changes.id
        union all select 'affiliate', past.record, changes.at
          from changes join affiliate_history_past past on past.change = changes.id)
      select coalesce(array_agg(distinct record) filter (where kind = 'reward'), '{}') as rewards,
        coalesce(array_agg(distinct record) filter (where kind = 'rewardProfile'), '{}') as profiles,
        coalesce(array_agg(distinct record) filter (where kind = 'affiliate'), '{}') as affiliates,
        coalesce(max(at) <= clock_timestamp() - make_interval(mins => ${settled}::int)
          or min(at) <= clock_timestamp() - make_interval(mins => ${patienceMinutes}::int), true) as is_settled
      from touched`,
  )
  const { is_settled: isSettled, ...records } = row!
  return { ...records, isSettled }
}

interface Holder {
  readonly id: number
  readonly profile: number
  readonly zone: string | null
  readonly since: Day | null
  readonly told: string | null
}

/** Affiliates whose deal may be another: of a changed rule, or changed themselves; all where nothing is said. */
async function readHolders(db: Kysely<any>, changed: Changed | null): Promise<Holder[]> {
  const isConcerned =
    changed === null
      ? sql`true`
      : sql`(affiliate.id = any(${idArray(changed.affiliates)}) or affiliate.reward_profile in (
          select id from reward_profile where id = any(${idArray(changed.profiles)})
            or rewards && ${idArray(changed.rewards)}::bigint[]))`
  const { rows } =
    await sql<Holder>`select affiliate.id, affiliate.reward_profile as profile, company.time_zone as zone,
      (select case when isfinite(history.valid_from) then history.valid_from::text end from affiliate_history history
        where history.record = affiliate.id and history.valid_to is null) as since, told.hash as told
    from affiliate join company on company.id = affiliate.company
      left join told_deal told on told.affiliate = affiliate.id
    where affiliate.reward_profile is not null and ${isConcerned} order by affiliate.id`.execute(db)
  return rows
}

/** Keeps which deal each affiliate has. */
async function keepDeals(db: Kysely<any>, deals: readonly { affiliate: number; kept: KeptDeal }[]): Promise<void> {
  const contents = new Map(deals.map(({ kept }) => [kept.hash, kept.deal]))
  await sql`insert into deal_content (hash, content) select hash, content from ${rowsAs('made', [...contents], {
    hash: ['text', ([hash]) => hash],
    content: ['jsonb', ([, deal]) => JSON.stringify(deal)],
  })} on conflict do nothing`.execute(db)
  await sql`insert into told_deal (affiliate, hash) select affiliate, hash from ${rowsAs('told', deals, {
    affiliate: 'bigint',
    hash: ['text', ({ kept }) => kept.hash],
  })} on conflict (affiliate) do update set hash = excluded.hash`.execute(db)
}

/** What two deals would have come to for affiliates in some days, by affiliate; null where a rule came to no result. */
async function compareDeals(
  { database }: AppContext,
  given: { before: Deal; after: Deal; affiliates: readonly number[]; days: SimulatedRange },
): Promise<(affiliate: number) => DealFigure[] | null> {
  const { before, after, affiliates, days } = given
  const tried = await inSimulation(database.db, async (db) => ({
    before: await simulateDeal(db, { deal: before, affiliates, days }),
    after: await simulateDeal(db, { deal: after, affiliates, days }),
  })).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'trial_too_large') return null
    throw error
  })
  if (!tried) return () => null
  const failed = new Set([...tried.before.problems, ...tried.after.problems].map(({ id }) => id))
  const found = new Map<number, Map<string, { -readonly [Key in keyof DealFigure]: DealFigure[Key] }>>()
  for (const side of ['before', 'after'] as const)
    for (const { id, currency, products } of tried[side].owners)
      for (const [product, amount] of products ?? []) {
        const own = found.get(id) ?? new Map()
        found.set(id, own)
        const figure = own.get(`${currency} ${product}`) ?? { currency, product, before: 0, after: 0 }
        own.set(`${currency} ${product}`, { ...figure, [side]: Number(amount) })
      }
  return (affiliate) =>
    failed.has(affiliate)
      ? null
      : [...(found.get(affiliate)?.values() ?? [])].filter((figure) => figure.before !== 0 || figure.after !== 0)
}

interface Told {
  readonly affiliate: number
  readonly said: StoredChange
}

/** Stores what affiliates are told: for their pages, and a mail to each of their people and to themselves. */
async function storeChanges(db: Kysely<any>, told: readonly Told[], at: Date): Promise<void> {
  const rows = rowsAs('told', told, { affiliate: 'bigint', said: ['jsonb', ({ said }) => JSON.stringify(said)] })
  const moment = timestamp(at)
  await sql`insert into affiliate_notice (affiliate, kind, said, at, due_at)
    select affiliate, 'dealChanged', said, ${moment}, ${moment} from ${rows}`.execute(db)
  await sql`insert into affiliate_notice (affiliate, person, kind, said, at, due_at)
    select told.affiliate, someone.id, 'dealChanged', told.said, ${moment}, ${moment} from ${rows}
      join affiliate on affiliate.id = told.affiliate
      join affiliate_user someone on someone.affiliate = told.affiliate
    where not someone.suspended and someone.joined_at is not null
      and lower(someone.email) is distinct from lower(affiliate.email)`.execute(db)
}

/** The signals of changed deals, where somebody wants them: both deals as sentences in the affiliate's language. */
async function emitChanges(context: AppContext, db: Kysely<any>, told: readonly Told[], at: Date): Promise<void> {
  if ((await subscriptionsFor(db, 'dealChanged')).length === 0) return
  const { rows: languages } = await sql<{ id: number; language: string | null }>`select id, language from affiliate
    where id = any(${idArray(told.map(({ affiliate }) => affiliate))})`.execute(db)
  const languageOf = new Map(languages.map(({ id, language }) => [id, language]))
  const { publicOrigin } = context.environment
  const given: { affiliate: number; known: object }[] = []
  for (const { affiliate, said } of told) {
    const { before, after, names } = await tellableChange(
      { ...context, database: { ...context.database, db } },
      affiliate,
      said,
    )
    const language = languageOf.get(affiliate) ?? null
    given.push({
      affiliate,
      known: {
        affiliate,
        day: said.day,
        from: said.from,
        to: said.to,
        figures: said.figures,
        before: dealSentences(before, names, language),
        after: dealSentences(after, names, language),
        url: publicOrigin === undefined ? null : `${publicOrigin}/portal/deal`,
      },
    })
  }
  await emitSignal(db, {
    happening: 'dealChanged',
    happened: sql`select 'affiliate ' || affiliate.id as order_key, affiliate.company, affiliate.brands,
        affiliate.id as affiliate, null::bigint as campaign, null::bigint as action, ${timestamp(at)} as at,
        null::text as once, given.known
      from ${rowsAs('given', given, {
        affiliate: 'bigint',
        known: ['jsonb', ({ known }) => JSON.stringify(known)],
      })} join affiliate on affiliate.id = given.affiliate order by affiliate.id`,
  })
}

/** The month before the present one, by a company's clock. */
function lastMonth(context: AppContext, zone: string | null): SimulatedRange & { today: Day } {
  const today = todayOf(context, { timeZone: zone })
  const from = addMonths(startOfMonth(today), -1)
  return { from, to: endOfMonth(from), today }
}

/** Tells affiliates that had one deal, and have another. @returns how many were told */
async function tellGroup(
  context: AppContext,
  given: { before: Deal; hash: string; after: KeptDeal; zone: string | null; holders: readonly Holder[] },
): Promise<number> {
  const { before, hash, after, zone, holders } = given
  const { today, ...days } = lastMonth(context, zone)
  const at = context.now()
  const affiliates = holders.map(({ id }) => id)
  const figuresOf = await compareDeals(context, { before, after: after.deal, affiliates, days })
  const told = holders.map(({ id, since }): Told => {
    const begun = [since, after.since].flatMap((day) => day ?? [])
    const change: DealChange = {
      day: begun.length === 0 ? today : begun.reduce(latestDay),
      ...days,
      figures: figuresOf(id),
    }
    return { affiliate: id, said: { ...change, before: hash, after: after.hash } }
  })
  await inTransaction(context.database.db, async (db) => {
    await keepDeals(
      db,
      holders.map(({ id }) => ({ affiliate: id, kept: after })),
    )
    await storeChanges(db, told, at)
    await emitChanges(context, db, told, at)
  })
  return told.length
}

/** Whom to tell, by the deal that they had and the one that they have; whom there is nothing to tell is kept at once. */
async function groupsOf(context: AppContext, holders: readonly Holder[]) {
  const { db } = context.database
  const book = await readRuleSet(db)
  const deals = new Map([...new Set(holders.map(({ profile }) => profile))].map((id) => [id, presentDeal(book, id)]))
  const hashes = [...new Set(holders.flatMap(({ told }) => told ?? []))]
  const { rows } = await sql<{ hash: string; content: Deal }>`select hash, content from deal_content
    where hash = any(${textArray(hashes)}::text::text[])`.execute(db)
  const contents = new Map(rows.map(({ hash, content }) => [hash, content]))
  const groups = new Map<string, Parameters<typeof tellGroup>[1] & { holders: Holder[] }>()
  const kept: { affiliate: number; kept: KeptDeal }[] = []
  for (const holder of holders) {
    const after = deals.get(holder.profile)
    if (!after || after.hash === holder.told) continue
    const before = holder.told === null ? undefined : contents.get(holder.told)
    if (!before || termsOf(before) === termsOf(after.deal)) {
      kept.push({ affiliate: holder.id, kept: after })
      continue
    }
    const key = `${holder.told} ${after.hash} ${holder.zone}`
    const group = groups.get(key) ?? { before, hash: holder.told!, after, zone: holder.zone, holders: [] }
    group.holders.push(holder)
    groups.set(key, group)
  }
  for (let begin = 0; begin < kept.length; begin += atOnce) await keepDeals(db, kept.slice(begin, begin + atOnce))
  return [...groups.values()]
}

/**
 * Tells affiliates whose deal changed since the last time: by every way of changing rules, once they were left alone for
 * five minutes. Each is told once, whatever is cut off; the first run only learns who has which deal.
 * @returns how many were told
 */
export async function tellDealChanges(
  context: AppContext,
  { settled = settledMinutes, signal }: { settled?: number; signal?: AbortSignal } = {},
): Promise<number> {
  const { db } = context.database
  const until = await lastMoment(db)
  const watch = await firstRow(
    db,
    sql<{
      since: string | null
    }>`select to_char(read_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as since
      from deal_watch`,
  )
  const since = watch?.since ?? null
  const changed = since === null ? null : await readChanged(db, { since, until, settled })
  if (changed && !changed.isSettled) return 0
  let count = 0
  for (const group of await groupsOf(context, await readHolders(db, changed)))
    for (let begin = 0; begin < group.holders.length; begin += atOnce) {
      if (signal?.aborted) return count
      count += await tellGroup(context, { ...group, holders: group.holders.slice(begin, begin + atOnce) })
    }
  await sql`update deal_watch set read_until = ${until}::text::timestamptz`.execute(db)
  return count
}
