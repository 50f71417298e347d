import { parseExpression } from '#engine/values/expression/parse.ts'
import { conditionFormula, riskEffects, riskFacts, riskSeverities, riskSubjects } from '../risk.ts'
import { type Configuration, type ConfigurationProblem, problemAt } from './configuration.ts'
import { exactly, listOf, mapOf, numberIn, oneOf, textLike } from './shapes.ts'

const camelName = textLike(/^[a-z][A-Za-z0-9]*$/, 'a name in camelCase')
const comparison = /[<>]|[=!]=/

/** Rules say of whom, when, over how many days, how grave it is and what it does; every condition is a comparison. */
export function checkRisks({ risks, movement }: Configuration): ConfigurationProblem[] {
  const words = [...Object.keys(movement ?? {}), ...riskFacts]
  const shape = exactly(
    {
      of: oneOf(riskSubjects, { noun: 'subject' }),
      when: listOf(textLike(), { min: 1 }),
      over: numberIn({ min: 1, max: 366 }),
      severity: oneOf(riskSeverities, { noun: 'severity' }),
      effect: oneOf(riskEffects, { noun: 'effect' }),
    },
    ['of', 'when', 'over', 'severity', 'effect'],
  )
  const conditions = Object.entries(risks ?? {}).flatMap(([name, said]) =>
    (Array.isArray(said?.when) ? (said.when as readonly unknown[]) : []).flatMap((text, index) =>
      typeof text === 'string' ? [{ text, path: ['risks', name, 'when', String(index)] }] : [],
    ),
  )
  const lowHolds = Object.entries(risks ?? {}).filter(([, said]) => said?.severity === 'low' && said.effect === 'hold')
  return [
    ...lowHolds.map(([name]) =>
      problemAt(['risks', name, 'effect'], {
        code: 'C137',
        what: 'A finding of low severity holds payments.',
        how: "Write effect: 'none', or a higher severity.",
      }),
    ),
    ...mapOf(shape, camelName)(risks, ['risks']),
    ...conditions.flatMap(({ text, path }) => {
      const parsed = parseExpression(conditionFormula(text), { keywords: words })
      if (!parsed.ok)
        return [
          problemAt(path, {
            code: 'C135',
            what: parsed.problem.message,
            how: `Write a comparison over: ${words.join(', ')}.`,
          }),
        ]
      return comparison.test(text)
        ? []
        : [
            problemAt(path, {
              code: 'C136',
              what: 'This compares nothing, so that it is no condition.',
              how: "Write a comparison, such as 'registrations >= 10'.",
            }),
          ]
    }),
  ]
}
