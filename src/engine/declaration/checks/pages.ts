import type { Decisions } from '../decision.ts'
import { type Configuration, type ConfigurationProblem, problemAt } from './configuration.ts'
import { featureShape } from './features.ts'
import { callable, exactly, listOf, mapOf, oneOf, textLike } from './shapes.ts'

const path = textLike(/^(?:\/[A-Za-z0-9_-]+)+$/, "an address, '/financial/ledger'")

/** Declared pages say where they are and who opens them; lists that link to them are lists. */
export function checkPages(configuration: Configuration): ConfigurationProblem[] {
  const { declaredPages, resources } = configuration
  const besideLists = listOf(oneOf(Object.keys(resources), { code: 'C026', noun: 'resource' }))
  const page = exactly({ path, feature: featureShape(configuration), isFor: callable, besideLists }, ['path', 'isFor'])
  const paths = Object.values(declaredPages ?? {}).map((each) => each?.path)
  const twice = Object.entries(declaredPages ?? {}).filter(([, each], index) => paths.indexOf(each?.path) < index)
  return [
    ...mapOf(page)(declaredPages, ['declaredPages']),
    ...twice.map(([name]) =>
      problemAt(['declaredPages', name, 'path'], {
        code: 'C045',
        what: 'Another page has this address.',
        how: 'Give each page an address of its own.',
      }),
    ),
  ]
}

/** What decisions are about beside records of resources. */
const subjects = ['payee', 'bankStatement', 'openingBalances', 'riskFinding', 'riskExemption', 'riskRule', 'suspension']

/** The transition in which the second person repeats the call of the first. */
const repeated = 'confirm'

/** Decisions name their call, roles and proof; the call ends in the name of the transition, unless it is repeated. */
export function checkDecisions({ decisions, resources, roles }: Configuration): ConfigurationProblem[] {
  const decision = exactly(
    {
      path: textLike(/^\/api(?:\/:?[A-Za-z0-9_]+)+$/, "the path of a call, '/api/media/:id/approve'"),
      roles: listOf(oneOf(roles, { code: 'C023', noun: 'role' }), { min: 1 }),
      authors: listOf(textLike(), { min: 1 }),
      proof: oneOf(['code', 'none'], { noun: 'proof' }),
    },
    ['path', 'roles', 'authors', 'proof'],
  )
  const misnamed = Object.entries((decisions ?? {}) as Decisions).flatMap(([subject, transitions]) =>
    Object.entries(transitions ?? {})
      .filter(([name, each]) => name !== repeated && typeof each?.path === 'string' && !each.path.endsWith(`/${name}`))
      .map(([name]) =>
        problemAt(['decisions', subject, name], {
          code: 'C138',
          what: `The call of ${name} does not end in /${name}.`,
          how: 'Name the transition as the last part of its call.',
        }),
      ),
  )
  const subject = oneOf([...Object.keys(resources), ...subjects], { noun: 'subject of decisions' })
  return [...mapOf(mapOf(decision), subject)(decisions, ['decisions']), ...misnamed]
}
