import { hash } from 'node:crypto'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { movement } from '#resources/movement.ts'
import { type RiskName, risks } from '#resources/risks.ts'
import { conditionFormula, type RiskDefinition, type RiskFact, riskFacts, withLimit } from '#engine/declaration/risk.ts'
import { addDays, type Day } from '#engine/values/calendar.ts'
import { parseExpression, wordsOf } from '#engine/values/expression/parse.ts'
import { toSql } from '#engine/values/expression/toSql.ts'
import type { Tree } from '#engine/values/expression/tree.ts'
import { movementColumns } from '#features/activity/server/rollUp/columns.ts'
import { gatheredMany } from '#engine/server/database/citus/gather.ts'
import { cohort, riskEvents, riskQuestions, type RiskWindow } from './facts.ts'
import { subjectSql } from './subjects.ts'

/** Somebody of whom every condition of a rule holds: an affiliate, a partner or a player, as the rule says. */
export interface Flagged {
  readonly subject: number
  readonly values: Readonly<Record<string, number>>
  readonly players: readonly number[]
}

/** What a rule finds up to a day. */
export interface RiskOutcome extends RiskWindow {
  /** How many were looked at. */
  readonly subjects: number
  readonly flagged: readonly Flagged[]
}

/** What a company says of a rule: it does not count there, or has other limits; null where the declared one holds. */
export interface CompanyRule {
  readonly company: number
  readonly isOff: boolean
  readonly limits: readonly (number | null)[]
}

const words: readonly string[] = [...Object.keys(movement), ...riskFacts]
/** So many of whom a rule finds are told at most: who finds more has a rule that says nothing. */
const flaggedMax = 1_000

/** A rule by its name, as it is declared. */
export const ruleOf = (name: RiskName): RiskDefinition => risks[name]

function treeOf(comparison: string): Tree {
  const parsed = parseExpression(conditionFormula(comparison), { keywords: words })
  if (!parsed.ok) throw new Error(`The condition ${comparison} is wrong: ${parsed.problem.message}`)
  return parsed.tree
}

/** That all conditions hold, with some limits in place of those declared; one that divides by 0 does not hold. */
function allHold({ when }: RiskDefinition, limits: CompanyRule['limits'] = []): RawBuilder<unknown> {
  const conditions = when.map((comparison, index) => {
    const limit = limits[index]
    const tree = treeOf(limit === null || limit === undefined ? comparison : withLimit(comparison, limit))
    return toSql({ tree, columns: Object.fromEntries(wordsOf(tree).map((word) => [word, `"${word}"`])) })
  })
  return sql.raw(`(${conditions.map((condition) => `coalesce(${condition}, 0) <> 0`).join(' and ')})`)
}

const isMeasure = (word: string) => Object.hasOwn(movement, word)
const columnOf = (word: string) => movementColumns.find(({ measure }) => measure === word)!.name

const wordsAsked = ({ when }: RiskDefinition) => [...new Set(when.flatMap((comparison) => wordsOf(treeOf(comparison))))]
const factsAsked = (definition: RiskDefinition) => {
  const asked = wordsAsked(definition)
  return riskFacts.filter((fact) => asked.includes(fact)) as RiskFact[]
}

/** What a rule's words come to for each of its subjects, and the players behind them. */
function askedSql(definition: RiskDefinition, window: RiskWindow, seen: RawBuilder<unknown>): RawBuilder<unknown> {
  const { all, ofPlayer, joined, moved, sum } = subjectSql[definition.of]
  const { of } = definition
  const asked = wordsAsked(definition)
  const facts = factsAsked(definition)
  const told = facts.map(
    (fact) => sql`select ${fact}::text as fact, pairs.* from (${riskQuestions[fact](window)}) pairs`,
  )
  const none = sql`select null::text as fact, null::bigint as affiliate, null::bigint as player, null::text as bucket,
    null::numeric as weight where false`
  const sums = asked.filter(isMeasure).map((word) => sql`${sum(columnOf(word))}::numeric as ${sql.id(word)}`)
  const values = asked.map((word) =>
    isMeasure(word)
      ? sql`coalesce(measured.${sql.id(word)}, 0) as ${sql.id(word)}`
      : sql`coalesce((counted.told ->> ${sql.lit(word)})::numeric, 0) as ${sql.id(word)}`,
  )
  return sql`with ${cohort(window)},
    told (fact, affiliate, player, bucket, weight) as (${sql.join([none, ...told], sql` union all `)}),
    placed as (select ${ofPlayer} as subject, told.fact, told.player, told.bucket, max(told.weight) as weight
      from told ${joined} group by 1, 2, 3, 4),
    largest as (select distinct on (subject, fact) subject, fact, round(sum(weight), 2) as value,
        (array_agg(distinct player))[1:20] as players
      from placed group by subject, fact, bucket order by subject, fact, sum(weight) desc, bucket),
    counted as (select subject, jsonb_object_agg(fact, value) as told,
        (array_agg(to_jsonb(players) order by array_position(${sql.lit(`{${riskFacts.join(',')}}`)}::text[], fact) desc))[1]
          as players
      from largest group by subject),
    measured as (select subject${sums.length > 0 ? sql`, ${sql.join(sums)}` : sql``} from (${moved(window)}) fact group by subject),
    asked as (select subjects.subject, subjects.company, counted.players, ${sql.join(values)}
      from (${all} where ${seen}) subjects left join counted on counted.subject = subjects.subject
        left join measured on measured.subject = subjects.subject
      where ${sql.lit(of !== 'player')} or counted.subject is not null or measured.subject is not null)`
}

/**
 * Asks a rule about the days up to one.
 * @param input.seen narrows the subjects to those that somebody sees, under the name of their table
 * @param input.companies what companies say of the rule
 * @returns those for which all of its conditions hold, the first thousand; one that divides by 0 does not hold
 */
export async function evaluateRisk(
  db: Kysely<any>,
  {
    rule,
    to,
    seen = sql`true`,
    companies = [],
  }: { rule: RiskName; to: Day; seen?: RawBuilder<unknown>; companies?: readonly CompanyRule[] },
): Promise<RiskOutcome> {
  const definition = ruleOf(rule)
  const window = { from: addDays(to, 1 - definition.over), to }
  const own = companies.map(
    ({ company, isOff, limits }) =>
      sql`when asked.company = ${company}::bigint then ${isOff ? sql`false` : allHold(definition, limits)}`,
  )
  const holds =
    own.length === 0 ? allHold(definition) : sql`case ${sql.join(own, sql` `)} else ${allHold(definition)} end`
  const statement = sql<{ looked: number; subject: number | null; players: number[] | null; said: Flagged['values'] }>`
    ${askedSql(definition, window, seen)},
    found as (select asked.subject, asked.players, to_jsonb(asked) - array['subject', 'company', 'players'] as said
      from asked where ${holds} order by asked.subject limit ${sql.lit(flaggedMax)})
    select counted.looked, found.* from (select count(*)::integer as looked from asked) counted left join found on true
    order by found.subject`
  const looks = factsAsked(definition).flatMap((fact) => riskEvents[fact]?.(window) ?? [])
  const events = sql`select event.* from event where (${sql.join(looks, sql`) or (`)})`
  const { rows } = await (looks.length > 0 ? await gatheredMany(db, statement, [events]) : statement).execute(db)
  const flagged = rows.flatMap(({ subject, players, said }) =>
    subject === null ? [] : [{ subject, values: said, players: players ?? [] }],
  )
  return { ...window, subjects: rows[0]?.looked ?? 0, flagged }
}

/** What was looked at, in one word: the rule as it is declared, the days, what a company says of it, and who was found. */
export const digestOfTrial = (
  rule: RiskName,
  { from, to, flagged }: RiskOutcome,
  companies: readonly CompanyRule[] = [],
): string =>
  hash(
    'sha256',
    JSON.stringify([rule, ruleOf(rule), from, to, flagged.map(({ subject }) => subject), companies]),
    'hex',
  )
