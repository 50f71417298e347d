import { type Kysely, sql } from 'kysely'
import type { PartnerLevelNumber } from '#rules/commission/constants.ts'
import { compilePartnerExpression } from '#rules/commission/partners.ts'
import type { Day } from '#engine/values/calendar.ts'
import type { CompiledExpression } from '#engine/values/expression/evaluate.ts'
import { type CurrencyGroup, readCurrencyGroups } from '#features/currency/server/currencyGroups.ts'
import { currencyOfRule } from './ruleSet.ts'

/** A partner on a day: where it stands and by what it earns. Percentages are percent, decimal strings. */
export interface PartnerRule {
  readonly partner: number
  readonly parent: number | null
  readonly level: PartnerLevelNumber
  readonly percentage: string
  readonly abatement: string
  /** partner_history.id and partner_level_history.id. */
  readonly partnerVersion: number
  readonly levelVersion: number
  readonly text: string
  /** What the amounts in the formula are in; null where it has none, or nobody says. */
  readonly currency: string | null
  readonly expression: CompiledExpression | { readonly message: string }
}

interface PartnerSpan {
  readonly version: number
  readonly partner: number
  readonly parent: number | null
  readonly percentage: string | null
  readonly abatement: string | null
  readonly partner_level: number | null
  readonly level: PartnerLevelNumber | null
  readonly from: Day
  readonly until: Day
}

interface LevelVersion {
  readonly id: number
  readonly record: number
  readonly from: Day
  readonly expression: string | null
  readonly currency: string | null
}

/** A formula made ready, and whether amounts are written in it. */
interface CompiledText {
  readonly expression: PartnerRule['expression']
  readonly hasAmounts: boolean
}

/** Every partner and level with all their versions. */
export interface PartnerRuleSet {
  readonly spans: readonly PartnerSpan[]
  readonly levels: readonly LevelVersion[]
  /** What is reckoned apart, by currency. */
  readonly books: readonly CurrencyGroup[]
  readonly compiled: Map<string, CompiledText>
}

/** Reads every version of every partner and level, once a close. */
export async function readPartnerRuleSet(db: Kysely<any>): Promise<PartnerRuleSet> {
  const spans = await sql<PartnerSpan>`select version, partner, parent, percentage, abatement, partner_level, level,
    valid_from::text as "from", valid_until::text as until from partner_span order by partner, valid_from`.execute(db)
  const levels =
    await sql<LevelVersion>`select history.id, history.record, history.valid_from::text as "from", history.expression,
      ${currencyOfRule('partner_level')} as currency
    from partner_level_history history join partner_level on partner_level.id = history.record
      order by history.record, history.valid_from`.execute(db)
  return { spans: spans.rows, levels: levels.rows, books: await readCurrencyGroups(db), compiled: new Map() }
}

function compiledText(book: PartnerRuleSet, text: string): CompiledText {
  let compiled = book.compiled.get(text)
  if (!compiled) {
    const made = compilePartnerExpression(text)
    book.compiled.set(
      text,
      (compiled = made.ok ? made : { expression: { message: made.problem.message }, hasAmounts: false }),
    )
  }
  return compiled
}

/** The partners that earn on a day, those above first. */
export function partnersOn(book: PartnerRuleSet, day: Day): PartnerRule[] {
  return book.spans
    .filter(({ from, until }) => from <= day && day < until)
    .flatMap((span): PartnerRule[] => {
      const versions = book.levels.filter(({ record }) => record === span.partner_level)
      // The first version holds from the beginning of time, whatever day it was written.
      const version = versions.findLast(({ from }, index) => index === 0 || from <= day)
      if (!span.level || !version) return []
      const text = version.expression ?? ''
      const { expression, hasAmounts } = compiledText(book, text)
      return [
        {
          partner: span.partner,
          parent: span.parent,
          level: span.level,
          percentage: span.percentage ?? '0',
          abatement: span.abatement ?? '0',
          partnerVersion: span.version,
          levelVersion: version.id,
          text,
          expression,
          currency: hasAmounts ? version.currency : null,
        },
      ]
    })
    .sort((first, second) => first.level - second.level || first.partner - second.partner)
}
