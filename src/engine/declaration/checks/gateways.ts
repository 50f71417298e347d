import { type Configuration, type ConfigurationProblem, problemAt } from './configuration.ts'
import { exactly, mapOf, textLike } from './shapes.ts'

const variables = textLike(/^PAYOUT_GATEWAY(_[A-Z0-9]+)*$/, "what two variables begin with, 'PAYOUT_GATEWAY_ACQUIRER'")
const camelName = textLike(/^[a-z][A-Za-z0-9]*$/, 'a name in camelCase')

/** Gateways say where their settings are, each in a place of its own. */
export function checkGateways({ gateways }: Configuration): ConfigurationProblem[] {
  const settings = Object.values(gateways ?? {}).map((gateway) => gateway?.settings)
  return [
    ...mapOf(exactly({ settings: variables }, ['settings']), camelName)(gateways, ['gateways']),
    ...Object.keys(gateways ?? {})
      .filter((_, index) => settings[index] !== undefined && settings.indexOf(settings[index]) < index)
      .map((name) =>
        problemAt(['gateways', name, 'settings'], {
          code: 'C121',
          what: 'Another gateway has the same settings.',
          how: 'Give it others, so that each is told what is sent through it alone.',
        }),
      ),
  ]
}
