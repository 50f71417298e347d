import { isShareable, type NoticeDefinition } from '../operatorWebhook.ts'
import { type Configuration, type ConfigurationProblem, problemAt } from './configuration.ts'
import { exactly, listOf, oneOf, type Shape, textLike, yes } from './shapes.ts'

const typeName = textLike(
  /^[a-z][A-Za-z0-9]*\.[a-z][A-Za-z0-9]*$/,
  "what it is about and what happened, 'payment.moved'",
)

/** A notice names fields of its resource, and tells none that anybody may not see. */
function noticeShape({ resources }: Configuration): Shape {
  return (value, path) => {
    const fields = resources[(value as NoticeDefinition | null)?.of ?? '']?.fields ?? {}
    const told = Object.keys(fields).filter((name) => isShareable(fields[name]!))
    return exactly(
      {
        type: typeName,
        of: oneOf(Object.keys(resources), { code: 'C020', noun: 'resource' }),
        on: listOf(oneOf(Object.keys(fields), { code: 'C122', noun: 'field' }), { min: 1 }),
        created: yes,
        removed: yes,
        says: listOf(oneOf(told, { code: 'C122', noun: 'field that may be told' }), { min: 1 }),
      },
      ['type', 'of', 'says'],
    )(value, path)
  }
}

/** Notices say what has to happen, each under a type of its own. */
export function checkNotices(configuration: Configuration): ConfigurationProblem[] {
  const { notices } = configuration
  const found = listOf(noticeShape(configuration))(notices, ['notices'])
  if (found.length > 0) return found
  const types = notices.map(({ type }) => type)
  return notices.flatMap(({ type, on, created, removed }, index) => [
    ...(on || created || removed
      ? []
      : [
          problemAt(['notices', String(index)], {
            code: 'C123',
            what: 'Nothing has to happen for it, so it is never sent.',
            how: "Name fields that change, on: ['state'], or write created: true.",
          }),
        ]),
    ...(types.indexOf(type) < index
      ? [
          problemAt(['notices', String(index), 'type'], {
            code: 'C124',
            what: `Another notice is called ${type}.`,
            how: 'Call it otherwise, or make one of the two.',
          }),
        ]
      : []),
  ])
}
