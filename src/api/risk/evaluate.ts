import { hash } from 'node:crypto'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { movement } from '../../../resources/movement.ts'
import { type RiskName, risks } from '../../../resources/risks.ts'
import { conditionFormula, type RiskDefinition, type RiskFact, riskFacts } from '../../config/risk.ts'
import { addDays, type Day } from '../../domain/calendar.ts'
import { type CompiledExpression, compileExpression } from '../../domain/expression/evaluate.ts'
import { parseExpression, wordsOf } from '../../domain/expression/parse.ts'
import { arrayOf } from '../database/arrays.ts'
import { movementColumns } from '../ingest/movement/columns.ts'
import { riskQuestions, type RiskWindow } from './facts.ts'

/** An affiliate for which every condition of a rule holds. */
export interface Flagged {
  readonly affiliate: number
  readonly values: Readonly<Record<string, number>>
  readonly players: readonly number[]
}

/** What a rule finds up to a day. */
export interface RiskOutcome extends RiskWindow {
  readonly affiliates: number
  readonly flagged: readonly Flagged[]
}

const words: readonly string[] = [...Object.keys(movement), ...riskFacts]

/** A rule by its name, as it is declared. */
export const ruleOf = (name: RiskName): RiskDefinition => risks[name]

interface Condition {
  readonly holds: CompiledExpression
  readonly words: readonly string[]
}

function conditionsOf({ when }: RiskDefinition): Condition[] {
  return when.map((text) => {
    const parsed = parseExpression(conditionFormula(text), { keywords: words })
    if (!parsed.ok) throw new Error(`The condition ${text} is wrong: ${parsed.problem.message}`)
    return { holds: compileExpression(parsed.tree), words: wordsOf(parsed.tree) }
  })
}

type Values = Map<number, Record<string, number>>

async function addMeasures(db: Kysely<any>, values: Values, measures: readonly string[], { from, to }: RiskWindow) {
  const sums = movementColumns
    .filter(({ measure }) => measures.includes(measure))
    .map(({ measure, name }) => sql`sum(${sql.ref(name)})::float8 as ${sql.id(measure)}`)
  const { rows } = await sql<Record<string, number> & { affiliate: number }>`
    select affiliate${sums.length > 0 ? sql`, ${sql.join(sums)}` : sql``} from movement
    where day between ${from}::text::date and ${to}::text::date and affiliate = any(${arrayOf('bigint', [...values.keys()])})
    group by 1`.execute(db)
  for (const { affiliate, ...told } of rows) Object.assign(values.get(affiliate) ?? {}, told)
}

/**
 * Asks a rule about the days up to one.
 * @param input.seen narrows the affiliates (`affiliate`) to those that somebody sees
 * @returns those for which all of its conditions hold; one that divides by 0 does not
 */
export async function evaluateRisk(
  db: Kysely<any>,
  { rule, to, seen = sql`true` }: { rule: RiskName; to: Day; seen?: RawBuilder<unknown> },
): Promise<RiskOutcome> {
  const definition = ruleOf(rule)
  const window = { from: addDays(to, 1 - definition.over), to }
  const conditions = conditionsOf(definition)
  const asked = [...new Set(conditions.flatMap((condition) => condition.words))]
  const { rows } = await sql<{ id: number }>`select affiliate.id from affiliate where ${seen} order by id`.execute(db)
  const values: Values = new Map(rows.map(({ id }) => [id, Object.fromEntries(asked.map((word) => [word, 0]))]))
  await addMeasures(
    db,
    values,
    asked.filter((word) => Object.hasOwn(movement, word)),
    window,
  )
  const players = new Map<number, readonly number[]>()
  for (const fact of riskFacts.filter((name) => asked.includes(name)) as RiskFact[]) {
    const told = await sql<{ affiliate: number; value: number; players: number[] | null }>`
      ${riskQuestions[fact](window)}`.execute(db)
    for (const row of told.rows) {
      const own = values.get(row.affiliate)
      if (!own) continue
      own[fact] = row.value
      // The last fact that a rule names is the sign itself.
      if (row.players) players.set(row.affiliate, row.players)
    }
  }
  const holds = (own: Record<string, number>) =>
    conditions.every((condition) => {
      const result = condition.holds(own)
      return result.ok && !result.value.isZero()
    })
  const flagged = [...values]
    .filter(([, own]) => holds(own))
    .map(([affiliate, own]) => ({ affiliate, values: own, players: players.get(affiliate) ?? [] }))
  return { ...window, affiliates: values.size, flagged }
}

/** What was looked at, in one word: the rule as it is declared, the days, and who was found. */
export const digestOfTrial = (rule: RiskName, { from, to, flagged }: RiskOutcome): string =>
  hash('sha256', JSON.stringify([rule, ruleOf(rule), from, to, flagged.map(({ affiliate }) => affiliate)]), 'hex')
