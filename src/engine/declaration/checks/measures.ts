import { parseExpression, wordsOf } from '#engine/values/expression/parse.ts'
import { measureInputs, measures as ofRules } from '#rules/activity/measures.ts'
import { measureUnits } from '../measures.ts'
import { type Configuration, type ConfigurationProblem, problemAt } from './configuration.ts'
import { exactly, mapOf, oneOf, snakeName, textLike, yes } from './shapes.ts'

/** Formulas say what there is to say of them, and nothing else. */
export function checkFormulaOptions({ formulas }: Configuration): ConfigurationProblem[] {
  const formula = exactly(
    { unit: oneOf(measureUnits, { noun: 'unit' }), grain: oneOf(['scope']), formula: textLike(), byProduct: yes },
    ['unit', 'formula'],
  )
  return mapOf(formula, snakeName)(formulas, ['formulas'])
}

interface ReadFormula {
  readonly parts: readonly string[]
  /** What is wrong with it, where it cannot be read. */
  readonly problem: string | null
}

function read(formula: string, words: readonly string[]): ReadFormula {
  const parsed = parseExpression(formula, { keywords: words })
  return parsed.ok ? { parts: wordsOf(parsed.tree), problem: null } : { parts: [], problem: parsed.problem.message }
}

/** What formulas may speak of: measures of activity, and what each product earned. */
function wordsFor({ measures }: Configuration): string[] {
  const isOfEntries = (name: string) => measures[name]?.grain === 'entry' || name === 'entry_value'
  return [
    ...Object.keys(measures).filter((name) => !isOfEntries(name)),
    ...measureInputs.filter((name) => name.endsWith('_reward')),
  ]
}

/** Formulas are written over measures that reports have beside them, and never in a circle. */
export function checkFormulas(configuration: Configuration): ConfigurationProblem[] {
  const { formulas, measures, movement } = configuration
  const words = wordsFor(configuration)
  const partsOf = (name: string) => (formulas[name] ? read(formulas[name].formula, words).parts : [])
  const leadsTo = (name: string, to: string, seen = new Set<string>()): boolean =>
    partsOf(name).some((part) => part === to || (!seen.has(part) && leadsTo(part, to, seen.add(part))))
  return Object.entries(formulas).flatMap(([name, { formula, byProduct }]) => {
    const at = (way: readonly string[], what: string, how: string) => [
      problemAt(['formulas', name, ...way], { code: way.length === 0 ? 'C112' : 'C116', what, how }),
    ]
    const { parts, problem } = read(formula, words)
    const whole = byProduct ? parts.filter((part) => !measures[part]?.byProduct) : []
    const isTaken = Object.hasOwn(movement, name) || Object.hasOwn(ofRules, name)
    return [
      ...(isTaken ? at([], `There is a measure ${name} already.`, 'Give it another name.') : []),
      ...(problem === null ? [] : at(['formula'], problem, 'Write it over names of measures.')),
      ...(leadsTo(name, name) ? at(['formula'], 'It is made of itself.', 'Write it over other measures.') : []),
      ...(whole.length === 0
        ? []
        : at(
            ['byProduct'],
            `${whole.join(', ')} does not exist by product.`,
            'Remove byProduct, or write it over measures that do.',
          )),
    ]
  })
}
