import { type Configuration, type ConfigurationProblem, problemAt } from './configuration.ts'
import { exactly, flag, listOf, mapOf, textLike } from './shapes.ts'

const camelName = textLike(/^[a-z][A-Za-z0-9]*$/, 'a name in camelCase')

/** Taxes say after which others their base is reckoned, and only after such as stand before them. */
export function checkTaxes({ taxes }: Configuration): ConfigurationProblem[] {
  const names = Object.keys(taxes ?? {})
  const early = names.flatMap((name, place) =>
    (Array.isArray(taxes[name]?.after) ? taxes[name].after : [])
      .filter((other) => typeof other === 'string' && !names.slice(0, place).includes(other))
      .map((other) => ({ name, other })),
  )
  return [
    ...mapOf(exactly({ after: listOf(camelName), byMunicipality: flag }), camelName)(taxes, ['taxes']),
    ...early.map(({ name, other }) =>
      problemAt(['taxes', name, 'after'], {
        code: 'C126',
        what: `${other} is no tax that stands before this one.`,
        how: 'Name one that is declared above: taxes are kept back in their order.',
      }),
    ),
  ]
}
