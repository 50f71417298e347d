import { soleDimension } from '../actor.ts'
import { domainEvents, isShareable, recordsOf, type SignalDefinition, toldAbove, toldOwner } from '../webhook.ts'
import { type Configuration, type ConfigurationProblem, problemAt } from './configuration.ts'
import { featureShape } from './features.ts'
import { either, exactly, listOf, mapOf, oneOf, type Shape, yes } from './shapes.ts'

const pathName = /^(?:self|[a-z][A-Za-z0-9]*(?:\.[a-z][A-Za-z0-9]*)?)$/

/** The way to the record that says whose it is: a field, or one of what it names. */
function wayFrom({ resources }: Configuration, of: string, target: string): Shape {
  return (value, path) => {
    const [first = '', second] = typeof value === 'string' && pathName.test(value) ? value.split('.') : []
    const field = resources[of]?.fields[first]
    const last = second === undefined ? field : resources[field?.target ?? '']?.fields[second]
    if (first === 'self' ? of === target : last?.target === target) return []
    return [
      problemAt(path, {
        code: 'C128',
        what: `${String(value)} does not lead to a record of ${target}.`,
        how: `Write the field that names it, or self in a signal of ${target}.`,
      }),
    ]
  }
}

function recordShape(configuration: Configuration): Shape {
  return (value, path) => {
    const { resources } = configuration
    const of = (value as { of?: string } | null)?.of ?? ''
    const fields = resources[of]?.fields ?? {}
    const field = oneOf(Object.keys(fields), { code: 'C127', noun: 'field' })
    const values: Shape = (given, at) =>
      listOf(oneOf(fields[at.at(-1)!]?.choices?.values ?? [], { code: 'C127', noun: 'value' }), { min: 1 })(given, at)
    return exactly(
      {
        of: oneOf(Object.keys(resources), { code: 'C020', noun: 'resource' }),
        changed: listOf(field, { min: 1 }),
        created: yes,
        to: mapOf(values, field),
        within: wayFrom(configuration, of, soleDimension),
        owner: wayFrom(configuration, of, toldOwner),
        above: wayFrom(configuration, of, toldAbove),
      },
      ['of', 'within'],
    )(value, path)
  }
}

/** The fields that may be told and that all of some records have. */
function toldOf({ resources }: Configuration, records: readonly { readonly of?: string }[]): string[] {
  const [first = {}, ...others] = records.map(({ of = '' }) => resources[of]?.fields ?? {})
  return Object.keys(first).filter((name) =>
    [first, ...others].every((fields) => fields[name] && isShareable(fields[name])),
  )
}

/** A signal names something that happens, and says of it what may be told. */
function signalShape(configuration: Configuration): Shape {
  return (value, path) => {
    const on = (value as SignalDefinition | null)?.on
    const records = typeof on === 'object' && on !== null ? [on].flat() : []
    const words: readonly string[] = typeof on === 'string' ? (domainEvents[on] ?? []) : toldOf(configuration, records)
    const record = recordShape(configuration)
    return exactly(
      {
        on: either(
          (given) => typeof given === 'string',
          oneOf(Object.keys(domainEvents), { code: 'C127', noun: 'happening' }),
          either(Array.isArray, listOf(record, { min: 1 }), record),
        ),
        says: listOf(oneOf(words, { code: 'C127', noun: 'word that may be told' }), { min: 1 }),
        reads: oneOf(Object.keys(configuration.resources), { code: 'C020', noun: 'resource' }),
        readsReport: oneOf(Object.keys(configuration.reports), { noun: 'report' }),
        toOwners: yes,
        feature: featureShape(configuration),
      },
      ['on', 'says'],
    )(value, path)
  }
}

/** Signals say what has to happen, whose it is, and nothing that anybody may not see. */
export function checkSignals(configuration: Configuration): ConfigurationProblem[] {
  const { signals } = configuration
  const found = mapOf(signalShape(configuration))(signals, ['signals'])
  if (found.length > 0) return found
  return Object.entries(signals).flatMap(([name, signal]) => {
    const records = recordsOf(signal)
    if (records.length === 0) return []
    if (records.some(({ changed, created }) => !changed && !created))
      return [
        problemAt(['signals', name], {
          code: 'C129',
          what: 'Nothing has to happen for it, so it is never sent.',
          how: "Name fields that change, changed: ['state'], or write created: true.",
        }),
      ]
    if (!signal.toOwners || records.some(({ owner }) => owner)) return []
    return [
      problemAt(['signals', name], {
        code: 'C128',
        what: 'Its owners are told, and nothing says which one it is.',
        how: `Add the way to it, owner: '${toldOwner}', or leave toOwners out.`,
      }),
    ]
  })
}
