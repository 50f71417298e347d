import { type Kysely, type RawBuilder, sql } from 'kysely'
import { resources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import type { NamedRef, PlayerTrace, TracedCondition, TracedRule } from '../../answers/trace.ts'
import { can } from '#engine/declaration/derive/access.ts'
import { type Day, earliestDay, latestDay } from '#engine/values/calendar.ts'
import { qualificationFact } from '#rules/commission/qualification.ts'
import { isTrackedPerPlayer } from '#rules/deals/terms.ts'
import { rewardTriggerIsWhole } from '#rules/commission/rewardRules.ts'
import { hasAmounts } from '#rules/commission/ruleAmounts.ts'
import { parseComparison } from '#rules/commission/triggers.ts'
import { Decimal } from '#engine/values/money.ts'
import { arrayOf } from '#engine/server/database/arrays.ts'
import { withEvents } from '#engine/server/database/citus/gather.ts'
import { firstRow } from '#engine/server/database/rows.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { playerShown } from '#features/activity/server/playerShown.ts'
import { isBelowReader, scopeCondition, visibleBrands } from '#engine/records/server/visibility/scope.ts'
import { lifetimeFacts } from '../calculation/playerLifetimeSql.ts'
import { playerFacts } from '../calculation/qualification.ts'
import { traceDeal, type TracedStanding } from './traceDeal.ts'
import {
  beginningOfTime,
  endOfTime,
  readAssignments,
  bookIn,
  readRuleSet,
  type RewardVersion,
  type RuleSet,
  rulesOn,
  turningDays,
} from '../calculation/ruleSet.ts'

/** Which player is asked about: a brand's own name for it. */
export interface SoughtPlayer {
  readonly brand: number
  readonly player: string
}

interface PlayerRow {
  readonly id: number
  readonly ref: string | null
  readonly currency: string
  readonly registered_day: Day | null
  readonly first_deposit_day: Day | null
  readonly first_deposit_amount: string | null
  /** Whose it is: by its registration, else by its first event that names a link. */
  readonly affiliate: number | null
  readonly action: number | null
  readonly since: Day | null
  readonly affiliate_name: string | null
  readonly action_name: string | null
  readonly registered_by: PlayerTrace['player']['registeredBy']
}

async function readPlayer(db: Kysely<any>, actor: Actor, { brand, player }: SoughtPlayer): Promise<PlayerRow> {
  const isSeen = scopeCondition({ actor, resource: resources.affiliate, alias: 'affiliate' })
  const seesLinks = can({ actor, resource: resources.action, operation: 'list' })
  const statement = sql<PlayerRow>`select player.id, ${playerShown(actor)} as ref, brand.currency,
        player.registered_day::text as registered_day, player.first_deposit_day::text as first_deposit_day,
        player.first_deposit_amount::text as first_deposit_amount, whose.affiliate, whose.action, whose.since,
        affiliate.name as affiliate_name, ${seesLinks ? sql`action.name` : sql`null`} as action_name,
        named.by as registered_by
      from player join brand on brand.id = player.brand
      left join lateral (select player.affiliate, player.action, null::text as since where player.affiliate is not null
        union all (select place.affiliate, place.action, place.first_day::text from player_place place
          where place.player = player.id and player.affiliate is null
          order by place.first_at, place.first_event limit 1)) whose on true
      left join affiliate on affiliate.id = whose.affiliate and ${isSeen}
      left join action on action.id = whose.action
      left join lateral (select case when event.action_token = action.token or (event.action_token is null and event.promo_code is not null
            and exists (select from promo_code where promo_code.brand = event.brand and promo_code.code = event.promo_code
              and promo_code.action = event.action)) then 'code'
          when event.click_id is not null then 'click' else 'person' end as by
        from event where event.affiliate = player.affiliate and event.player = player.id
          and event.type = 'registration' and event.day = player.registered_day
        order by event.occurred_at, event.event_id limit 1) named on true
      where player.brand = ${brand}::bigint and player.player_ref = ${player}::text
        and player.brand in (${visibleBrands(actor)})
        and ${isBelowReader(actor, { affiliate: sql`whose.affiliate` })}`
  const registrations = sql`select event.* from event where event.brand = ${brand}::bigint
    and event.type = 'registration' and event.player in (
      select id from player where player.brand = ${brand}::bigint and player.player_ref = ${player}::text)`
  const found = await firstRow(db, await withEvents(db, statement, [registrations]))
  if (!found) throw new ApiError('not_found')
  return found
}

/** What a fact of a player came to from each day on which it changed, oldest first; the whole of its life. */
type Life = readonly { readonly day: Day; readonly total: Decimal }[]

/** The events of a player: by links of any affiliate, and those that belong to nobody. */
const ownEvents = (player: number, brand: number): RawBuilder<unknown> => sql`(
  select event.* from event where event.player = ${player}::bigint and event.affiliate in (
    select affiliate from player where id = ${player}::bigint union
    select affiliate from player_place where player = ${player}::bigint)
  union all select event.* from event where event.brand = ${brand}::bigint and event.player = ${player}::bigint
    and event.action is null) event`

async function readLife(db: Kysely<any>, player: PlayerRow, brand: number, fact: string): Promise<Life> {
  const known = playerFacts[fact as keyof typeof playerFacts]
  if (known) {
    const day = known.day === 'registered_day' ? player.registered_day : player.first_deposit_day
    const amount = known.amount === '1' ? '1' : player.first_deposit_amount
    return day === null || amount === null ? [] : [{ day, total: new Decimal(amount) }]
  }
  const { types, amount, over } = lifetimeFacts[fact as keyof typeof lifetimeFacts]!
  const { rows } = await sql<{ day: Day; amount: string }>`select event.day::text as day,
      (${sql.raw(amount)})::text as amount
    from ${ownEvents(player.id, brand)} where event.type = any(${arrayOf('text', types)})
    group by event.day order by event.day`.execute(db)
  const life: { day: Day; total: Decimal }[] = []
  for (const { day, amount: ofDay } of rows) {
    const before = life.at(-1)?.total
    const total =
      before === undefined
        ? new Decimal(ofDay)
        : over === 'sum'
          ? before.plus(ofDay)
          : over === 'max'
            ? Decimal.max(before, ofDay)
            : before
    life.push({ day, total })
  }
  return life
}

interface HeldRule {
  readonly version: RewardVersion
  readonly from: Day
  readonly until: Day
}

/** The CPA rules an affiliate had, oldest first; days in which the same version holds on are one. */
async function rulesOf(db: Kysely<any>, affiliate: number, book: RuleSet): Promise<HeldRule[]> {
  const held: HeldRule[] = []
  for (const { profile, from, until } of (await readAssignments(db, [affiliate])).get(affiliate) ?? []) {
    if (profile === null) continue
    const turns = turningDays(book, profile)
    for (const [index, turn] of turns.entries()) {
      const [begin, end] = [latestDay(from, turn), earliestDay(until, turns[index + 1] ?? endOfTime)]
      const version = begin < end ? rulesOn(book, { profile, day: begin })?.byProduct.cpa : undefined
      if (!version) continue
      const last = held.at(-1)
      if (last?.version === version && last.until === begin) held[held.length - 1] = { ...last, until: end }
      else held.push({ version, from: begin, until: end })
    }
  }
  return held
}

interface KeptRow {
  readonly reward: number
  readonly reward_name: string | null
  readonly day: Day
  readonly affiliate: number
  readonly affiliate_name: string | null
}

const dayOrNull = (day: Day): Day | null => (day === beginningOfTime || day === endOfTime ? null : day)

/** The first day of a rule on which a total reached what it asks, as closes look for it; null where it did not. */
function reachedOn(life: Life, { from, until }: HeldRule, since: Day, threshold: string): Day | null {
  for (const [index, { day, total }] of life.entries()) {
    const first = latestDay(latestDay(day, since), from)
    const next = life[index + 1]?.day ?? endOfTime
    if (total.greaterThanOrEqualTo(threshold) && next > latestDay(since, from)) return first < until ? first : null
  }
  return null
}

function triggerCondition(life: Life, rule: HeldRule, since: Day, reached: Day | null): TracedCondition {
  const { triggerCondition: condition, triggerOperation: operation, triggerComparison } = rule.version.rule
  const needed = triggerComparison ? parseComparison(triggerComparison)! : '1'
  const actual = life.findLast(({ day }) => day < rule.until)?.total ?? new Decimal(0)
  const missing = Decimal.max(0, new Decimal(needed).minus(actual))
  return {
    code: 'trigger',
    isMet: reached !== null,
    condition: condition ?? 'registration',
    operation: operation ?? 'count',
    actual: actual.toNumber(),
    needed: Number(needed),
    missing: missing.toNumber(),
    since: reached ?? dayOrNull(latestDay(since, rule.from)),
  }
}

/**
 * Why a player qualified for CPA or did not: every rule its affiliate had, what each asks of the player's whole life,
 * what there is and what is missing, and since when; beside what closes have kept.
 * @param owner reads how rules and assignments changed, which the roles of readers do not; asked once the player was found
 * @throws ApiError 404 where there is no such player, or its brand or affiliate is out of sight
 */
export async function tracePlayer(
  db: Kysely<any>,
  { actor, sought, owner }: { actor: Actor; sought: SoughtPlayer; owner: Kysely<any> },
): Promise<PlayerTrace> {
  const player = await readPlayer(db, actor, sought)
  const isSeen = scopeCondition({ actor, resource: resources.affiliate, alias: 'affiliate' })
  const { rows: kept } = await sql<KeptRow>`select kept.reward, reward.name as reward_name, kept.day::text as day,
      kept.affiliate, affiliate.name as affiliate_name
    from cpa_qualification kept left join reward on reward.id = kept.reward
    left join affiliate on affiliate.id = kept.affiliate and ${isSeen}
    where kept.player = ${player.id}::bigint and kept.step = 1 order by kept.day`.execute(db)
  const book = bookIn(await readRuleSet(owner), player.currency)
  const held = player.affiliate === null ? [] : await rulesOf(owner, player.affiliate, book)
  const names = await rewardNames(db, held)
  const rules: TracedRule[] = []
  let found: Day | null = null
  for (const rule of held) {
    const traced: TracedStanding = isTrackedPerPlayer(rule.version.rule)
      ? await traceDeal(owner, { player, ...rule })
      : await traceRule(db, { player, brand: sought.brand, rule, kept, found })
    found ??= traced.reached
    const { version } = rule
    rules.push({
      reward: { id: version.reward, name: names.get(version.reward) ?? null },
      ruleVersion: version.version,
      from: dayOrNull(rule.from),
      until: dayOrNull(rule.until),
      outcome: traced.outcome,
      conditions: traced.conditions,
    })
  }
  const named = (id: number | null, name: string | null): NamedRef | null => (id === null ? null : { id, name })
  return {
    player: {
      brand: sought.brand,
      ref: player.ref,
      registeredDay: player.registered_day,
      firstDepositDay: player.first_deposit_day,
      affiliate: named(player.affiliate, player.affiliate_name),
      action: named(player.action, player.action_name),
      registeredBy: player.registered_by,
      since: player.since,
    },
    currency: player.currency,
    qualified: kept.map(({ reward, reward_name: name, day, affiliate, affiliate_name: whose }) => ({
      reward: { id: reward, name },
      day,
      affiliate: { id: affiliate, name: whose },
    })),
    rules,
  }
}

async function traceRule(
  db: Kysely<any>,
  given: {
    player: PlayerRow
    brand: number
    rule: HeldRule
    kept: readonly KeptRow[]
    /** On which day it qualified under a rule before this one. */
    found: Day | null
  },
): Promise<TracedStanding> {
  const { player, rule, kept, found } = given
  const { version } = rule
  if (rewardTriggerIsWhole(version.rule).length > 0) return { outcome: 'not_whole', conditions: [], reached: null }
  const since = player.since ?? beginningOfTime
  const life = await readLife(db, player, given.brand, qualificationFact(version.rule))
  const threshold = version.rule.triggerComparison ? parseComparison(version.rule.triggerComparison)! : '1'
  const reached = reachedOn(life, rule, since, threshold)
  const own = kept.find(({ reward, day }) => reward === version.reward && rule.from <= day && day < rule.until)
  const before = found ?? kept.find(({ day }) => day < rule.from)?.day ?? null
  const isForeign = version.currency !== null && version.currency !== player.currency && hasAmounts(version.rule)
  const conditions: TracedCondition[] = [
    { code: 'belongs', isMet: true, since: player.since ?? player.registered_day },
    ...(isForeign ? [{ code: 'currency' as const, isMet: false, since: dayOrNull(rule.from) }] : []),
    triggerCondition(life, rule, since, reached),
    { code: 'once', isMet: before === null || own !== undefined, since: before },
  ]
  const outcome = own
    ? 'qualified'
    : isForeign
      ? 'other_currency'
      : reached === null
        ? 'not_reached'
        : before !== null
          ? 'paid_before'
          : 'waits_for_close'
  return { outcome, conditions, reached }
}

async function rewardNames(db: Kysely<any>, held: readonly HeldRule[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`select id, name from reward
    where id = any(${arrayOf(
      'bigint',
      held.map(({ version }) => version.reward),
    )})`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
