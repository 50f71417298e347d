import { parseExpression, wordsOf } from '#engine/values/expression/parse.ts'
import type { Tree } from '#engine/values/expression/tree.ts'
import { measureInputs, measures as ofRules } from '#rules/activity/measures.ts'
import { type FormulaDefinition, measureUnits } from '../measures.ts'
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
  readonly tree: Tree | null
  readonly parts: readonly string[]
  /** What is wrong with it, where it cannot be read. */
  readonly problem: string | null
}

function read(formula: string, words: readonly string[]): ReadFormula {
  const parsed = parseExpression(formula, { keywords: words })
  return parsed.ok
    ? { tree: parsed.tree, parts: wordsOf(parsed.tree), problem: null }
    : { tree: null, parts: [], problem: parsed.problem.message }
}

/** What formulas may speak of: measures of activity, and what each product earned. */
function wordsFor({ measures }: Configuration): string[] {
  const isOfEntries = (name: string) => measures[name]?.grain === 'entry' || name === 'entry_value'
  return [
    ...Object.keys(measures).filter((name) => !isOfEntries(name)),
    ...measureInputs.filter((name) => name.endsWith('_reward')),
  ]
}

const isZero = ({ kind, text }: Tree) => kind === 'number' && Number(text) === 0
const dividesByZero = (tree: Tree): boolean =>
  (tree.kind === 'divide' && isZero(tree.parts[1]!)) || tree.parts.some(dividesByZero)

/** How often money is multiplied in what a formula comes to: 1 for an amount, 0 for a share; null where that is not clear. */
function moneyIn(tree: Tree, unitOf: (measure: string) => string | undefined): number | null {
  if (tree.kind === 'number') return 0
  if (tree.kind === 'word') return unitOf(tree.text) === 'money' ? 1 : 0
  // A number beside an amount in a sum is one.
  const parts = tree.parts
    .filter(({ kind }) => kind !== 'number' || tree.kind === 'multiply' || tree.kind === 'divide')
    .map((part) => moneyIn(part, unitOf))
  const [first = null, second = 0] = parts
  if (parts.includes(null)) return null
  if (tree.kind === 'multiply') return first! + second!
  if (tree.kind === 'divide') return first! - second!
  if (['pow', 'choose'].includes(tree.kind)) return null
  return parts.every((part) => part === first) ? first : null
}

/** A formula says something of a measure, in the unit that it comes to. */
function meaningProblem(
  tree: Tree,
  { unit }: FormulaDefinition,
  { measures }: Configuration,
): [string, string, string] | null {
  if (wordsOf(tree).length === 0) return ['formula', 'It is the same everywhere.', 'Write it over names of measures.']
  if (dividesByZero(tree)) return ['formula', 'It divides by 0.', 'Divide by a measure.']
  const money = moneyIn(
    tree,
    (measure) => measures[measure]?.unit ?? (measure.endsWith('_reward') ? 'money' : undefined),
  )
  if (money === null || (money === 1) === (unit === 'money')) return null
  return money === 1
    ? ['unit', `It comes to an amount, and would be shown as a ${unit}.`, "Write unit: 'money'."]
    : ['unit', 'It comes to no amount, and would be shown as money.', "Write unit: 'ratio', or 'count'."]
}

/** Formulas are written over measures that reports have beside them, and never in a circle. */
export function checkFormulas(configuration: Configuration): ConfigurationProblem[] {
  const { formulas, measures, movement } = configuration
  const words = wordsFor(configuration)
  const partsOf = (name: string) => (formulas[name] ? read(formulas[name].formula, words).parts : [])
  const leadsTo = (name: string, to: string, seen = new Set<string>()): boolean =>
    partsOf(name).some((part) => part === to || (!seen.has(part) && leadsTo(part, to, seen.add(part))))
  return Object.entries(formulas).flatMap(([name, said]) => {
    const { formula, byProduct } = said
    const at = (way: readonly string[], what: string, how: string) => [
      problemAt(['formulas', name, ...way], { code: way.length === 0 ? 'C112' : 'C116', what, how }),
    ]
    const { parts, problem, tree } = read(formula, words)
    const meaning = tree && meaningProblem(tree, said, configuration)
    const whole = byProduct ? parts.filter((part) => !measures[part]?.byProduct) : []
    const isTaken = Object.hasOwn(movement, name) || Object.hasOwn(ofRules, name)
    return [
      ...(isTaken ? at([], `There is a measure ${name} already.`, 'Give it another name.') : []),
      ...(problem === null ? [] : at(['formula'], problem, 'Write it over names of measures.')),
      ...(meaning ? at([meaning[0]], meaning[1], meaning[2]) : []),
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
