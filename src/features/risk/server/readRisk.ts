import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type RiskName, risks } from '#resources/risks.ts'
import type {
  FlaggedSubject,
  RiskAnswer,
  RiskExemption,
  RiskFinding,
  RiskPlayer,
  RiskSimulation,
  ShownCompanyRule,
  ShownRule,
} from '../answers/risk.ts'
import { type Actor, seesPart } from '#engine/declaration/actor.ts'
import { idArray } from '#engine/server/database/arrays.ts'
import { limitOf, type RiskSubject } from '#engine/declaration/risk.ts'
import { playerShown } from '#features/activity/server/playerShown.ts'
import { seesAll } from '#engine/records/server/visibility/scope.ts'
import { type CompanyRule, digestOfTrial, evaluateRisk, ruleOf } from './evaluate.ts'
import { companyRules } from './findings.ts'
import { seesAffiliate, seesSubject } from './subjects.ts'

/** The condition that somebody sees whom a row is about: a partner where it names one, else an affiliate. */
const seenBy = (actor: Actor) =>
  sql`case when partner.id is null then ${seesAffiliate(actor)} else ${seesSubject(actor, 'partner')} end`

const findingsShown = 500

type KeptFinding = Omit<RiskFinding, 'players' | 'raisedAt' | 'decidedAt'> & {
  readonly players: readonly number[]
  readonly raisedAt: Date
  readonly decidedAt: Date | null
}

async function readPlayers(db: Kysely<any>, actor: Actor, ids: readonly number[]): Promise<Map<number, RiskPlayer>> {
  const { rows } = await sql<RiskPlayer>`select player.id, player.brand, ${playerShown(actor)} as ref from player
    where player.id = any(${idArray([...new Set(ids)])})`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

const shownPlayers = (ids: readonly number[], known: ReadonlyMap<number, RiskPlayer>) =>
  ids.flatMap((id) => known.get(id) ?? [])

/** Findings about the affiliates that somebody sees, what is open first, then the newest. */
async function readFindings(db: Kysely<any>, actor: Actor): Promise<RiskFinding[]> {
  const { rows } = await sql<KeptFinding>`
    select finding.id, finding.rule, finding.affiliate, finding.partner, finding.player,
      coalesce(affiliate.name, partner.name) as name, finding.severity, finding.effect, finding.raised_at as "raisedAt", finding.from_day::text as "from", finding.to_day::text as "to",
      finding.values_then as "values", finding.players, finding.state, finding.asked_name as "askedBy",
      finding.decided_at as "decidedAt", finding.decided_by as "decidedBy", finding.reason, finding.entry
    from risk_finding finding left join player on player.id = finding.player
      left join affiliate on affiliate.id = coalesce(finding.affiliate, player.affiliate)
      left join partner on partner.id = finding.partner
    where ${seenBy(actor)} order by finding.state = 'open' desc, finding.id desc limit ${findingsShown}`.execute(db)
  const known = await readPlayers(
    db,
    actor,
    rows.flatMap(({ players, player }) => [...players, player ?? []].flat()),
  )
  return rows.map(({ players, raisedAt, decidedAt, ...row }) => ({
    ...row,
    players: shownPlayers([...new Set([row.player ?? [], players].flat())], known),
    raisedAt: raisedAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
  }))
}

/** What companies say of rules, of those that somebody sees whole. */
async function readCompanyRules(
  db: Kysely<any>,
  actor: Actor,
): Promise<ReadonlyMap<string, readonly ShownCompanyRule[]>> {
  const { rows } = await sql<
    ShownCompanyRule & { rule: string; limits: (string | null)[]; changedAt: Date }
  >`select own.rule, own.company, company.name as "companyName", own.is_off as "isOff", own.limits::text[] as limits,
      own.reason, own.changed_at as "changedAt", own.changed_by as "changedBy",
      own.asked || jsonb_build_object('by', own.asked_name) as asked
    from risk_company own join company on company.id = own.company
    where ${seesAll(actor)}::boolean or (own.company = ${actor.company}::bigint and ${!seesPart(actor)}::boolean
      and not exists (select from brand where brand.company = own.company
        and not brand.id = any(${idArray(actor.allowedBrands)}))) order by company.name`.execute(db)
  const shown = rows.map(({ limits, changedAt, ...row }) => ({
    ...row,
    limits: limits.map((limit) => (limit === null ? null : Number(limit))),
    changedAt: changedAt.toISOString(),
  }))
  return Map.groupBy(shown, ({ rule }) => rule)
}

async function readRules(db: Kysely<any>, actor: Actor): Promise<ShownRule[]> {
  const own = await readCompanyRules(db, actor)
  const { rows } = await sql<{ rule: string; started_at: Date; started_by: string }>`select * from risk_rule`.execute(
    db,
  )
  const started = new Map(rows.map((row) => [row.rule, row]))
  return (Object.keys(risks) as RiskName[]).map((name) => ({
    name,
    ...ruleOf(name),
    limits: ruleOf(name).when.map(limitOf),
    companies: own.get(name) ?? [],
    startedAt: started.get(name)?.started_at.toISOString() ?? null,
    startedBy: started.get(name)?.started_by ?? null,
  }))
}

async function readExemptions(db: Kysely<any>, actor: Actor): Promise<RiskExemption[]> {
  const { rows } = await sql<Omit<RiskExemption, 'madeAt'> & { madeAt: Date }>`
    select made.id, made.affiliate, made.partner, coalesce(affiliate.name, partner.name) as name,
      nullif(made.rule, '') as rule, made.reason, made.made_at as "madeAt", made.made_by as "madeBy",
      made.is_waiting as "isWaiting"
    from risk_exemption made left join affiliate on affiliate.id = made.affiliate
      left join partner on partner.id = made.partner where ${seenBy(actor)}
    order by made.id desc limit ${findingsShown}`.execute(db)
  return rows.map(({ madeAt, ...row }) => ({ ...row, madeAt: madeAt.toISOString() }))
}

/** Rules, findings and who is left out, as far as somebody sees whom they are about. */
export async function readRisk(db: Kysely<any>, actor: Actor): Promise<RiskAnswer> {
  return {
    rules: await readRules(db, actor),
    findings: await readFindings(db, actor),
    exemptions: await readExemptions(db, actor),
  }
}

/** Who they are, by what they are called. */
async function readSubjects(
  db: Kysely<any>,
  of: RiskSubject,
  ids: readonly number[],
): Promise<Map<number, Pick<FlaggedSubject, 'affiliate' | 'partner' | 'player' | 'name'>>> {
  const source: Readonly<Record<RiskSubject, RawBuilder<unknown>>> = {
    affiliate: sql`select id as subject, id as affiliate, null::bigint as partner, null::bigint as player, name
      from affiliate`,
    partner: sql`select id as subject, null::bigint as affiliate, id as partner, null::bigint as player, name
      from partner`,
    player: sql`select player.id as subject, null::bigint as affiliate, null::bigint as partner, player.id as player,
      affiliate.name from player join affiliate on affiliate.id = player.affiliate`,
  }
  const { rows } = await sql<FlaggedSubject & { subject: number }>`select * from (${source[of]}) named
    where subject = any(${idArray(ids)})`.execute(db)
  return new Map(rows.map(({ subject, ...named }) => [subject, named]))
}

/** What is tried: a rule up to a day, as it counts, or with what a company would say of it, there. */
export interface AskedTrial {
  readonly rule: RiskName
  readonly to: string
  readonly own?: CompanyRule
}

/** What a trial looks at, as whoever sees some subjects. */
export async function outcomeOfTrial(
  db: Kysely<any>,
  { rule, to, own }: AskedTrial,
  seen: RawBuilder<unknown> = sql`true`,
) {
  const companies = own ? [own] : await companyRules(db, rule)
  const table = ruleOf(rule).of === 'partner' ? 'partner' : 'affiliate'
  const there = own ? sql`${seen} and ${sql.ref(`${table}.company`)} = ${own.company}::bigint` : seen
  const outcome = await evaluateRisk(db, { rule, to, seen: there, companies })
  return { outcome, digest: digestOfTrial(rule, outcome, companies) }
}

/** What a rule would have raised up to a day, about whom somebody sees. Nothing is kept of it. */
export async function tryRisk(db: Kysely<any>, actor: Actor, asked: AskedTrial): Promise<RiskSimulation> {
  const { of } = ruleOf(asked.rule)
  const { outcome, digest } = await outcomeOfTrial(db, asked, seesSubject(actor, of))
  const { from, to, subjects, flagged } = outcome
  const named = await readSubjects(
    db,
    of,
    flagged.map(({ subject }) => subject),
  )
  const known = await readPlayers(
    db,
    actor,
    flagged.flatMap(({ players }) => players),
  )
  return {
    rule: asked.rule,
    from,
    to,
    subjects,
    flagged: flagged.flatMap(({ subject, values, players }) => {
      const who = named.get(subject)
      return who ? [{ ...who, values, players: shownPlayers(players, known) }] : []
    }),
    digest,
  }
}
