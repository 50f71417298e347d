import { featureTitles } from '../feature.ts'
import { type Configuration, type ConfigurationProblem, problemAt } from './configuration.ts'
import { exactly, listOf, mapOf, oneOf, type Shape, textLike } from './shapes.ts'

/** Every `feature` option names a feature. */
export const featureShape = ({ features }: Configuration): Shape =>
  oneOf(Object.keys(features ?? {}), { code: 'C159', noun: 'feature' })

const call = textLike(/^\/(?:mcp|api(?:\/:?[A-Za-z0-9_]+)+)$/, "the path of a call, '/api/risk'")

/** Each feature is in a group of the features page, and each call belongs to one feature. */
export function checkFeatures({ features }: Configuration): ConfigurationProblem[] {
  const feature = exactly({ under: oneOf(featureTitles, { noun: 'title' }), calls: listOf(call, { min: 1 }) }, [
    'under',
  ])
  const calls = Object.entries(features ?? {}).flatMap(([name, said]) =>
    (said?.calls ?? []).map((path, index) => ({ path, at: ['features', name, 'calls', String(index)] })),
  )
  const twice = calls.filter(({ path }, index) => calls.findIndex((other) => other.path === path) < index)
  return [
    ...mapOf(feature, textLike(/^[a-z][A-Za-z0-9]*$/, 'a name in camelCase'))(features, ['features']),
    ...twice.map(({ path, at }) =>
      problemAt(at, {
        code: 'C160',
        what: `Another feature has the call ${path}.`,
        how: 'Name each call in one feature.',
      }),
    ),
  ]
}
