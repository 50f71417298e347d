import { type Kysely, sql } from 'kysely'
import { resources as declared } from '#resources/index.ts'
import { systemActor } from '#engine/declaration/actor.ts'
import type { PortalDealVersion, PortalReward } from '#features/portal/answers/portal.ts'
import { sameValue } from '#engine/declaration/derive/difference.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import type { Day } from '#engine/values/calendar.ts'
import type { AppContext } from '#engine/server/context.ts'
import { type HistoryRow, readHistory } from '#engine/history/server/readHistory.ts'
import type { ruleOf } from './readDeal.ts'

type Values = Readonly<Record<string, unknown>>

/** So many of the newest are told; a deal that changed more often is asked for in its rules. */
const versionsMax = 24

/** A rule as it stands, and what its dated fields were. */
interface Rule {
  readonly now: Values
  readonly history: readonly HistoryRow[]
}

/** A day of the past, or the beginning of time. */
type From = Day | null
const isFrom = (from: From, until: From) => from === null || (until !== null && from <= until)
const held = ({ validFrom, validTo }: HistoryRow, on: From) =>
  isFrom(validFrom, on) && (validTo === null || on === null || on < validTo)

const historyOf = (context: AppContext, name: 'affiliate' | 'rewardProfile' | 'reward', id: number) =>
  readHistory(
    { context, actor: systemActor('portal'), resource: declared[name] as unknown as AnyResource, origin: '' },
    String(id),
  )

/** A rule as it was on a day: what has no days is as it is now. */
const asOn = ({ now, history }: Rule, on: From): Values => ({ ...now, ...history.find((row) => held(row, on))?.values })

const idsOf = (values: Values | undefined) => (values?.['rewards'] ?? []) as readonly number[]

/** Rules by their ids, each read once. */
async function readRules(
  context: AppContext,
  { name, ids, read }: { name: 'reward' | 'rewardProfile'; ids: readonly number[]; read: typeof ruleOf },
): Promise<ReadonlyMap<number, Rule>> {
  const rules = new Map<number, Rule>()
  for (const id of new Set(ids)) {
    const now = await read(context, name, id)
    if (now) rules.set(id, { now, history: await historyOf(context, name, id) })
  }
  return rules
}

interface Acceptance {
  readonly name: string
  readonly at: string
  readonly day: Day
}

/** What the affiliate accepted, and on which business day. */
async function readAcceptances({ database }: AppContext, affiliate: number): Promise<Acceptance[]> {
  const { rows } = await sql<{ name: string; at: Date; day: Day }>`select terms.name, acceptance.accepted_at as at,
      company_day(terms.company, acceptance.accepted_at)::text as day
    from terms_acceptance acceptance join terms on terms.id = acceptance.terms
    where acceptance.affiliate = ${affiliate}::bigint order by acceptance.id desc limit 200`.execute(
    database.db as Kysely<unknown>,
  )
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }))
}

/** The days on which something of the deal became other, the newest first. */
function daysOfChange(own: readonly HistoryRow[], rules: readonly Rule[]): From[] {
  const days = [...own, ...rules.flatMap(({ history }) => history)].map(({ validFrom }) => validFrom)
  const dated = [...new Set(days.filter((day) => day !== null))].toSorted().toReversed()
  return [...dated, null]
}

const contentOf = ({ profile, rewards }: Pick<PortalDealVersion, 'profile' | 'rewards'>) => ({ profile, rewards })

/**
 * What held for an affiliate from which day on, the newest first, and what it accepted while it did.
 * @param read a rule as far as it is an affiliate's to know
 */
export async function readDealVersions(
  context: AppContext,
  affiliate: number,
  read: typeof ruleOf,
): Promise<PortalDealVersion[]> {
  const own = await historyOf(context, 'affiliate', affiliate)
  const profileIds = own.flatMap(({ values }) => (values['rewardProfile'] as number | null) ?? [])
  const profiles = await readRules(context, { name: 'rewardProfile', ids: profileIds, read })
  const rewardIds = [...profiles.values()].flatMap(({ now, history }) => [
    ...idsOf(now),
    ...history.flatMap(({ values }) => idsOf(values)),
  ])
  const rewards = await readRules(context, { name: 'reward', ids: rewardIds, read })
  const accepted = await readAcceptances(context, affiliate)
  const versions: PortalDealVersion[] = []
  let until: From = null
  for (const from of daysOfChange(own, [...profiles.values(), ...rewards.values()])) {
    const rule = profiles.get(own.find((row) => held(row, from))?.values['rewardProfile'] as number)
    const profile = rule ? asOn(rule, from) : null
    const found = idsOf(profile ?? undefined).flatMap((id) => rewards.get(id) ?? [])
    const version: PortalDealVersion = {
      from,
      until,
      name: String(profile?.['name'] ?? ''),
      profile,
      rewards: found.map((each) => asOn(each, from) as PortalReward),
      accepted: accepted
        .filter(({ day }) => isFrom(from, day) && (until === null || day < until))
        .map(({ name, at }) => ({ name, at })),
    }
    const later = versions.at(-1)
    // What changed elsewhere on that day, another field of a record, is no other deal.
    if (later && sameValue(contentOf(later), contentOf(version)))
      versions[versions.length - 1] = { ...later, from, accepted: [...later.accepted, ...version.accepted] }
    else versions.push(version)
    until = from
  }
  return versions.filter(({ profile }) => profile !== null).slice(0, versionsMax)
}
