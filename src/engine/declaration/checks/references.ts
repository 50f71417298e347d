import { soleDimension } from '../actor.ts'
import { type Configuration, type ConfigurationProblem, problemAt } from './configuration.ts'
import { nameOneOf, one } from './suggest.ts'
import { uniqueWithin } from '../derive/unique.ts'
import type { Field } from '../fields/index.ts'
import type { AnyResource } from '../resource.ts'

type Path = readonly string[]
interface Place {
  readonly resource: AnyResource
  readonly field: Field
  readonly path: Path
  readonly resources: Configuration['resources']
}

/** What a resource names elsewhere exists: other resources, their fields, the fields that others depend on. */
export function checkReferences({
  resource,
  configuration,
}: {
  resource: AnyResource
  configuration: Configuration
}): ConfigurationProblem[] {
  const fields = Object.entries(resource.fields).flatMap(([name, field]) => {
    const place = {
      resource,
      field,
      path: ['resources', resource.name, 'fields', name],
      resources: configuration.resources,
    }
    const rows = Object.entries(field.items ?? {}).flatMap(([item, each]) =>
      checkTarget({ ...place, field: each, path: [...place.path, 'items', item] }),
    )
    const pieces = Object.entries(field.pieces ?? {}).flatMap(([type, { fields: own, holds = [], short = [] }]) => {
      const path = [...place.path, 'pieces', type]
      return [
        ...Object.entries(own).flatMap(([item, each]) =>
          checkTarget({ ...place, field: each, path: [...path, 'fields', item] }),
        ),
        ...holds.flatMap((held, index) => checkHeld({ ...place, path: [...path, 'holds', String(index)] }, held)),
        ...short.flatMap((held, index) => checkHeld({ ...place, path: [...path, 'short', String(index)] }, held)),
      ]
    })
    return [
      ...checkTarget(place),
      ...checkAgreement(place),
      ...checkSources(place),
      ...checkFormerName(place),
      ...checkInherited(place),
      ...checkProposed(place),
      ...checkReads(place),
      ...checkOwn(place),
      ...rows,
      ...pieces,
    ]
  })
  return [...fields, ...checkActions(resource)]
}

/** What a piece says is held by a field of its record. */
function checkHeld({ resource: { fields }, path }: Place, held: string): ConfigurationProblem[] {
  if (Object.hasOwn(fields, held)) return []
  return [
    problemAt(path, {
      code: 'C021',
      what: `There is no field ${held} that could hold it.`,
      how: nameOneOf(held, Object.keys(fields)),
    }),
  ]
}

function checkTarget({ resource, field, path, resources }: Place): ConfigurationProblem[] {
  if (field.target === undefined) return []
  const target = resources[field.target]
  if (!target) {
    return [
      problemAt([...path, 'target'], {
        code: 'C020',
        what: `There is no resource ${field.target}.`,
        how: nameOneOf(field.target, Object.keys(resources)),
      }),
    ]
  }
  const theirs = Object.keys(target.fields)
  const distinct = field.distinctBy === undefined ? undefined : target.fields[field.distinctBy]
  const values = distinct?.choices?.values.length ?? Infinity
  const wanted = field.count ?? field.min ?? 0
  const pointing = theirs.filter((name) => target.fields[name]!.target === resource.name)
  return [
    ...(field.distinctBy !== undefined && !distinct
      ? [
          problemAt([...path, 'distinctBy'], {
            code: 'C021',
            what: `${target.name} has no field ${field.distinctBy}.`,
            how: nameOneOf(field.distinctBy, theirs),
          }),
        ]
      : []),
    ...(wanted > values
      ? [
          problemAt([...path, field.count === undefined ? 'min' : 'count'], {
            code: 'C038',
            what: `Nobody can choose ${wanted} that differ in ${field.distinctBy}: it has ${values} values.`,
            how: `Ask for ${values} at most.`,
          }),
        ]
      : []),
    ...(field.heldBy !== undefined && !pointing.includes(field.heldBy)
      ? [
          problemAt([...path, 'heldBy'], {
            code: 'C027',
            what: `${target.name}.${field.heldBy} is no reference to a ${resource.name}.`,
            how: `Name the reference field of the target that holds the relation. ${nameOneOf(field.heldBy, pointing)}`,
          }),
        ]
      : []),
  ]
}

/** What a field must be unique within, or agree with, is there. */
function checkAgreement({ resource, field, path, resources }: Place): ConfigurationProblem[] {
  const within = uniqueWithin(field)
  const isWithinItself = within !== null && resource.fields[within] === field
  const agreements = Object.entries(field.only ?? {})
  const named = [
    ...(within === null ? [] : [{ name: within, at: ['unique', 'within'] }]),
    ...agreements.flatMap(([name, wanted]) =>
      'sameAs' in wanted ? [{ name: String(wanted.sameAs), at: ['only', name, 'sameAs'] }] : [],
    ),
  ]
  const missing = named.filter(({ name }) => {
    const [first, ...further] = name.split('.') as [string, ...string[]]
    let reached = resource.fields[first]
    for (const next of further) reached = resources[reached?.target ?? '']?.fields[next]
    return !reached
  })
  const theirs = resources[field.target ?? '']?.fields
  const strange = theirs ? agreements.filter(([name]) => !theirs[name]) : []
  const idle = agreements.filter(([, wanted]) => !('sameAs' in wanted) && !('value' in wanted))
  const impossible = agreements.filter(
    ([name, wanted]) =>
      'value' in wanted && theirs?.[name]?.choices && !theirs[name]!.choices!.values.includes(String(wanted.value)),
  )
  return [
    ...(isWithinItself
      ? [
          problemAt([...path, 'unique', 'within'], {
            code: 'C028',
            what: 'Within records that have the same value there is always one of it.',
            how: 'Write unique: true, or name another field.',
          }),
        ]
      : []),
    ...missing.map(({ name, at }) =>
      problemAt([...path, ...at], {
        code: 'C028',
        what: `${name} leads to no field.`,
        how: nameOneOf(name, Object.keys(resource.fields)),
      }),
    ),
    ...strange.map(([name]) =>
      problemAt([...path, 'only', name], {
        code: 'C028',
        what: `${field.target} has no field ${name}.`,
        how: nameOneOf(name, Object.keys(theirs!)),
      }),
    ),
    ...idle.map(([name]) =>
      problemAt([...path, 'only', name], {
        code: 'C044',
        what: 'It agrees with nothing.',
        how: 'Say sameAs or value.',
      }),
    ),
    ...impossible.map(([name]) =>
      problemAt([...path, 'only', name], {
        code: 'C014',
        what: `${name} is never so.`,
        how: nameOneOf('', theirs![name]!.choices!.values),
      }),
    ),
  ]
}

/** The field that says of which type a document or key is, or of which a slug is made. */
function checkSources({ resource, field, path }: Place): ConfigurationProblem[] {
  const option = field.kindFrom !== undefined ? 'kindFrom' : field.kind === 'slug' ? 'from' : null
  if (option === null) return []
  const fits = Object.keys(resource.fields).filter(
    (name) => resource.fields[name]!.kind === (option === 'from' ? 'text' : 'choice'),
  )
  const name = String(field[option])
  if (fits.includes(name)) return []
  const what = resource.fields[name]
    ? `${name} is no ${option === 'from' ? 'text' : 'choice'}.`
    : `There is no field ${name} here.`
  return [problemAt([...path, option], { code: 'C022', what, how: nameOneOf(name, fits) })]
}

/** A value is inherited from a record that this one names, and that has it. */
function checkInherited({ resource, field, path, resources }: Place): ConfigurationProblem[] {
  if (field.defaultOf === undefined) return []
  const own = path.at(-1)!
  const fits = Object.keys(resource.fields).filter((name) => {
    const { kind, target = '' } = resource.fields[name]!
    return kind === 'reference' && resources[target]?.fields[own] !== undefined
  })
  if (fits.includes(field.defaultOf)) return []
  return [
    problemAt([...path, 'defaultOf'], {
      code: 'C022',
      what: `${field.defaultOf} names no record that has a field ${own}.`,
      how: nameOneOf(field.defaultOf, fits),
    }),
  ]
}

/** `proposedFrom` names two references of the record. */
function checkProposed({ resource, field, path }: Place): ConfigurationProblem[] {
  const fits = Object.keys(resource.fields).filter((name) => resource.fields[name]!.kind === 'reference')
  return (field.proposedFrom ?? []).flatMap((name, index) =>
    fits.includes(name)
      ? []
      : problemAt([...path, 'proposedFrom', String(index)], {
          code: 'C022',
          what: `${name} names no record.`,
          how: nameOneOf(name, fits),
        }),
  )
}

/** What is computed is made of other resources: its own is read anyway. */
function checkReads({ resource, field, path }: Place): ConfigurationProblem[] {
  const index = field.reads?.indexOf(resource.name) ?? -1
  if (index < 0) return []
  return [
    problemAt([...path, 'reads', String(index)], {
      code: 'C158',
      what: 'Its own records are read anyway.',
      how: 'Name the other resources that it is made of, or none.',
    }),
  ]
}

/** Of people who write it is known which company's they are, and no other owner. */
function checkOwn({ field: { own, target }, path }: Place): ConfigurationProblem[] {
  if (!own || target === soleDimension) return []
  return [
    problemAt([...path, 'own'], {
      code: 'C158',
      what: `People who write belong to ${one(soleDimension)}, and to no ${target}.`,
      how: 'Remove own.',
    }),
  ]
}

function checkFormerName({ resource, field, path }: Place): ConfigurationProblem[] {
  if (field.renamedFrom === undefined || !resource.fields[field.renamedFrom]) return []
  return [
    problemAt([...path, 'renamedFrom'], {
      code: 'C046',
      what: `${field.renamedFrom} is a field still.`,
      how: 'Name the former name, which no field has any more.',
    }),
  ]
}

function checkActions(resource: AnyResource): ConfigurationProblem[] {
  return Object.entries(resource.actions).flatMap(([name, { set, input, needs }]) => {
    const path = ['resources', resource.name, 'actions', name]
    const values = set === undefined ? undefined : resource.fields[set]?.choices?.values
    return [
      ...(set === undefined
        ? [
            problemAt(path, {
              code: 'C026',
              what: 'It sets no field, so it does nothing.',
              how: `Name the field: set: '${Object.keys(input ?? {})[0] ?? Object.keys(resource.fields)[0]}'.`,
            }),
          ]
        : []),
      ...(set !== undefined && (!resource.fields[set] || !input?.[set])
        ? [
            problemAt([...path, 'set'], {
              code: 'C026',
              what: `It sets ${set}, which is no field here or not among what it takes.`,
              how: nameOneOf(set, Object.keys(input ?? {})),
            }),
          ]
        : []),
      ...(needs && values && !values.includes(needs.value)
        ? [
            problemAt([...path, 'needs', 'value'], {
              code: 'C014',
              what: `${set} is never ${JSON.stringify(needs.value)}.`,
              how: nameOneOf(needs.value, values),
            }),
          ]
        : []),
    ]
  })
}

/** Work for other records reads columns that these do not have: every write or reading of them would fail. */
export function checkStrangeWork({ resources, transitions, workFor }: Configuration): ConfigurationProblem[] {
  const asked = [
    ...Object.values(resources).flatMap(({ name, checks, effects, fields }) => {
      const at = ['resources', name]
      const listed = (names: readonly string[], way: readonly string[]) =>
        names.map((work, index) => ({ of: name, work, path: [...at, ...way, String(index)] }))
      return [
        ...listed(checks, ['checks']),
        ...listed(effects.created, ['effects', 'created']),
        ...listed(effects.removed, ['effects', 'removed']),
        ...Object.entries(effects.changed).flatMap(([field, names]) => listed(names, ['effects', 'changed', field])),
        ...Object.entries(fields).flatMap(([field, { name: work }]) =>
          work === undefined ? [] : [{ of: name, work, path: [...at, 'fields', field, 'name'] }],
        ),
      ]
    }),
    ...Object.entries(transitions ?? {}).flatMap(([of, { transitions: all }]) =>
      Object.entries(all).flatMap(([name, { effect: work }]) =>
        work === undefined ? [] : [{ of, work, path: ['transitions', of, 'transitions', name, 'effect'] }],
      ),
    ),
  ]
  return asked
    .filter(({ of, work }) => workFor[work] !== undefined && !workFor[work].includes(of))
    .map(({ of, work, path }) =>
      problemAt(path, {
        code: 'C034',
        what: `${work} is for ${workFor[work]!.join(', ')}, and cannot be done with ${one(of)}.`,
        how: 'Remove it; where it does fit, add the resource to workFor in resources/effects.ts.',
      }),
    )
}

/** Work that the server can do and nobody asks for is a name misspelt, or one left behind. */
export function checkUsedNames({ resources, transitions, names }: Configuration): ConfigurationProblem[] {
  const all = Object.values(resources)
  const used: Record<keyof Configuration['names'], readonly unknown[]> = {
    effect: all.flatMap(({ effects: { created, removed, changed } }) => [
      ...created,
      ...removed,
      ...Object.values(changed).flat(),
    ]),
    transition: Object.values(transitions ?? {}).flatMap((each) =>
      Object.values(each.transitions).map(({ effect }) => effect),
    ),
    guard: all.flatMap(({ effects: { guarded, guardedCreation } }) => [...Object.values(guarded), guardedCreation]),
    check: all.flatMap(({ checks }) => checks),
    computed: all.flatMap(({ fields }) => Object.values(fields).map(({ name }) => name)),
  }
  return (Object.keys(used) as (keyof typeof used)[]).flatMap((kind) =>
    names[kind].flatMap((name, index) =>
      used[kind].includes(name)
        ? []
        : [
            problemAt(['names', kind, String(index)], {
              code: 'C072',
              what: `Nothing names the ${kind} ${name}.`,
              how: 'Name it in a resource, or remove it here.',
            }),
          ],
    ),
  )
}
