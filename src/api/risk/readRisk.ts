import { type Kysely, sql } from 'kysely'
import { resources } from '../../../resources/index.ts'
import { type RiskName, risks } from '../../../resources/risks.ts'
import type {
  RiskAnswer,
  RiskExemption,
  RiskFinding,
  RiskPlayer,
  RiskTrial,
  ShownRule,
} from '../../config/answers/risk.ts'
import type { Actor } from '../../config/actor.ts'
import { idArray } from '../database/arrays.ts'
import { playerShown } from '../visibility/playerShown.ts'
import { scopeCondition, seesAll } from '../visibility/scope.ts'
import { digestOfTrial, evaluateRisk, ruleOf } from './evaluate.ts'

/** The affiliates that somebody sees whole: with all of their brands, because a finding is about all of them. */
const seenBy = (actor: Actor) =>
  sql`${scopeCondition({ actor, resource: resources.affiliate, alias: 'affiliate' })}
    and (${seesAll(actor)}::boolean or affiliate.brands <@ ${idArray(actor.allowedBrands)})`

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
    select finding.id, finding.rule, finding.affiliate, affiliate.name as "affiliateName", finding.severity,
      finding.effect, finding.raised_at as "raisedAt", finding.from_day::text as "from", finding.to_day::text as "to",
      finding.values_then as "values", finding.players, finding.state, finding.asked_name as "askedBy",
      finding.decided_at as "decidedAt", finding.decided_by as "decidedBy", finding.reason, finding.entry
    from risk_finding finding join affiliate on affiliate.id = finding.affiliate
    where ${seenBy(actor)} order by finding.state = 'open' desc, finding.id desc limit ${findingsShown}`.execute(db)
  const known = await readPlayers(
    db,
    actor,
    rows.flatMap(({ players }) => players),
  )
  return rows.map(({ players, raisedAt, decidedAt, ...row }) => ({
    ...row,
    players: shownPlayers(players, known),
    raisedAt: raisedAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
  }))
}

async function readRules(db: Kysely<any>): Promise<ShownRule[]> {
  const { rows } = await sql<{ rule: string; started_at: Date; started_by: string }>`select * from risk_rule`.execute(
    db,
  )
  const started = new Map(rows.map((row) => [row.rule, row]))
  return (Object.keys(risks) as RiskName[]).map((name) => ({
    name,
    ...ruleOf(name),
    startedAt: started.get(name)?.started_at.toISOString() ?? null,
    startedBy: started.get(name)?.started_by ?? null,
  }))
}

async function readExemptions(db: Kysely<any>, actor: Actor): Promise<RiskExemption[]> {
  const { rows } = await sql<Omit<RiskExemption, 'madeAt'> & { madeAt: Date }>`
    select made.id, made.affiliate, affiliate.name as "affiliateName", nullif(made.rule, '') as rule, made.reason,
      made.made_at as "madeAt", made.made_by as "madeBy"
    from risk_exemption made join affiliate on affiliate.id = made.affiliate where ${seenBy(actor)}
    order by made.id desc limit ${findingsShown}`.execute(db)
  return rows.map(({ madeAt, ...row }) => ({ ...row, madeAt: madeAt.toISOString() }))
}

/** Rules, findings and who is left out, as far as somebody sees the affiliates. */
export async function readRisk(db: Kysely<any>, actor: Actor): Promise<RiskAnswer> {
  return {
    rules: await readRules(db),
    findings: await readFindings(db, actor),
    exemptions: await readExemptions(db, actor),
  }
}

/** What a rule would have raised up to a day, about the affiliates that somebody sees. Nothing is kept of it. */
export async function tryRisk(
  db: Kysely<any>,
  actor: Actor,
  { rule, to }: { rule: RiskName; to: string },
): Promise<RiskTrial> {
  const outcome = await evaluateRisk(db, { rule, to, seen: seenBy(actor) })
  const { rows } = await sql<{ id: number; name: string }>`select id, name from affiliate
    where id = any(${idArray(outcome.flagged.map(({ affiliate }) => affiliate))})`.execute(db)
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  const known = await readPlayers(
    db,
    actor,
    outcome.flagged.flatMap(({ players }) => players),
  )
  return {
    rule,
    from: outcome.from,
    to: outcome.to,
    affiliates: outcome.affiliates,
    flagged: outcome.flagged.map(({ affiliate, values, players }) => ({
      affiliate,
      affiliateName: names.get(affiliate) ?? '',
      values,
      players: shownPlayers(players, known),
    })),
    digest: digestOfTrial(rule, outcome),
  }
}
