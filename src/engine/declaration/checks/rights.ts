import { selfActorKind, subtreeActorKind } from '../actor.ts'
import type { Field } from '../fields/index.ts'
import type { AnyResource, Operation } from '../resource.ts'
import { type ConfigurationProblem, problemAt } from './configuration.ts'
import { one } from './suggest.ts'

/** Whether sessions of their own may do this with the records of a resource. */
const opensTo = ({ access }: AnyResource, operation: Operation) => {
  const said = access?.[selfActorKind]
  return said === 'self'
    ? operation === 'list' || operation === 'read'
    : typeof said === 'object' && said[operation] === 'self'
}

/** Whose own sessions read the records is known: they are theirs, or name them. */
function selfProblems(resource: AnyResource): ConfigurationProblem[] {
  const { name, fields, access } = resource
  const isTheirs =
    name === selfActorKind ||
    Object.values(fields).some(({ target, kind }) => target === selfActorKind && kind === 'reference')
  if (access[selfActorKind] === undefined || access[selfActorKind] === 'names' || isTheirs) return []
  return [
    problemAt(['resources', name, 'access', selfActorKind], {
      code: 'C152',
      what: `Nothing in ${one(name)} says whose it is, so no ${selfActorKind} would see one.`,
      how: `Add a field ${selfActorKind}: reference('${selfActorKind}'), or remove this.`,
    }),
  ]
}

/** A field is opened to somebody only where the records are. */
function closedProblems({ name, fields, access }: AnyResource): ConfigurationProblem[] {
  return Object.entries(fields).flatMap(([field, said]) =>
    ([selfActorKind, subtreeActorKind] as const)
      .filter((kind) => said.access?.[kind] !== undefined && access[kind] === undefined)
      .map((kind) =>
        problemAt(['resources', name, 'fields', field, 'access', kind], {
          code: 'C153',
          what: `The records of ${name} are closed to ${one(kind)}, so this opens nothing.`,
          how: `Say ${kind} in the access of the resource too, or remove it here.`,
        }),
      ),
  )
}

/** Whether somebody who reads the records cannot read this field of them. */
const isHidden = (field: Field | undefined, { access }: AnyResource) =>
  field?.access?.read !== undefined && !field.access.read.includes(access.read ?? access.role)

/** Roles that nobody but root fulfils. */
const isRootOnly = (roles: readonly string[] | undefined) => roles?.every((role) => role === 'root') === true

/**
 * What names, sorts or decides about records is read by everybody who reads these. What finds and narrows them is offered
 * to people who read it, so that somebody must.
 */
function hiddenProblems(resource: AnyResource): ConfigurationProblem[] {
  const { name, title, titled, fields, filters, list } = resource
  const at = ['resources', name]
  const uses: { field: string; way: readonly string[]; as: string }[] = [
    ...[...new Set([title, ...titled])].map((field) => ({ field, way: ['title'], as: 'names a record to people' })),
    { field: list.sort[0], way: ['list', 'sort', '0'], as: 'sorts the list' },
    ...(['visibleWhen', 'requiredWhen', 'completeWith'] as const).flatMap((kind) =>
      Object.entries(resource[kind])
        .filter(([dependent]) => !isHidden(fields[dependent], resource))
        .flatMap(([dependent, conditions]) =>
          Object.keys(conditions).map((field) => ({
            field,
            way: [kind, dependent, field],
            as: `decides whether ${dependent} counts`,
          })),
        ),
    ),
  ]
  const sought = [
    ...Object.keys(filters).map((field) => ({ field, way: ['filters', field], as: 'narrows the list' })),
    ...Object.keys(fields)
      .filter((field) => fields[field]!.search)
      .map((field) => ({ field, way: ['fields', field, 'search'], as: 'is searched' })),
  ]
  return [
    ...uses.filter(({ field }) => isHidden(fields[field], resource)),
    ...sought.filter(({ field }) => isHidden(fields[field], resource) && isRootOnly(fields[field]?.access?.read)),
  ].map(({ field, way, as }) =>
    problemAt([...at, ...way], {
      code: 'C154',
      what: `${field} ${as}, and is hidden from some who read ${one(name)}.`,
      how: `Name a field that they read, or take access.read from ${field}.`,
    }),
  )
}

/** Only what people change can ask for a proof that it is meant. */
function guardProblems({ name, fields, effects }: AnyResource): ConfigurationProblem[] {
  return Object.keys(effects.guarded)
    .filter((field) => fields[field] && (fields[field].kind === 'computed' || fields[field].readOnly))
    .map((field) =>
      problemAt(['resources', name, 'effects', 'guarded', field], {
        code: 'C155',
        what: `Nobody changes ${field}, so nobody is asked for a proof.`,
        how: 'Remove it, or name a field that people change.',
      }),
    )
}

/** Fields that somebody fills in are asked of people alone who can. */
const fillsItself = ({ kind, default: begins, own }: Field) =>
  begins !== undefined || own === true || ['slug', 'token', 'computed', 'boolean'].includes(kind)

/** What a record cannot be without can be given by everybody who may make one. */
function unfillable(resource: AnyResource): ConfigurationProblem[] {
  const { name, fields, access, madeElsewhere, visibleWhen, requiredWhen } = resource
  const creator = access.create ?? access.role
  const problem = (field: string, what: string, how: string, way: readonly string[] = []) =>
    problemAt(['resources', name, 'fields', field, ...way], { code: 'C151', what, how })
  if (creator === 'nobody' || madeElsewhere) return []
  return Object.entries(fields).flatMap(([field, said]) => {
    if (!said.required || fillsItself(said)) return []
    if (said.readOnly)
      return [
        problem(
          field,
          'It must be filled in and nobody can: no record could be made.',
          'Remove required or readOnly, or give it a default.',
        ),
      ]
    const always = visibleWhen[field] === undefined && requiredWhen[field] === undefined
    if (!always) return []
    if (isRootOnly(said.access?.write) && creator !== 'root')
      return [
        problem(
          field,
          `It must be filled in, and only root may: nobody with the role ${creator} could make ${one(name)}.`,
          'Remove required, give it a default, or let the role write it.',
          ['access', 'write'],
        ),
      ]
    const asked = said.access?.[selfActorKind]
    const isGiven = said.target === selfActorKind || (typeof asked === 'object' && asked.write === 'self')
    if (opensTo(resource, 'create') && !isGiven)
      return [
        problem(
          field,
          `It must be filled in, and ${one(selfActorKind)} who makes ${one(name)} may not write it.`,
          `Say access: { ${selfActorKind}: { read: 'self', write: 'self' } }, or give it a default.`,
        ),
      ]
    return []
  })
}

/** What the first record of each of these resources needs another one of: a way back to where it began. */
export function circularNeeds(resources: Readonly<Record<string, AnyResource>>): ConfigurationProblem[] {
  const needsOf = ({ fields, visibleWhen, requiredWhen }: AnyResource) =>
    Object.entries(fields).filter(
      ([field, { kind, required, min = 0, count = 0, heldBy, target }]) =>
        target !== undefined &&
        heldBy === undefined &&
        visibleWhen[field] === undefined &&
        requiredWhen[field] === undefined &&
        (kind === 'reference' ? required : min > 0 || count > 0),
    )
  const wayBack = (from: string, to: string, seen: readonly string[] = []): readonly string[] | null => {
    if (seen.includes(from) || !resources[from]) return null
    for (const [, { target }] of needsOf(resources[from])) {
      if (target === to) return [...seen, from, to]
      const way = wayBack(target!, to, [...seen, from])
      if (way) return way
    }
    return null
  }
  return Object.values(resources).flatMap((resource) =>
    needsOf(resource).flatMap(([field, { target }]) => {
      const way = target === resource.name ? [target] : wayBack(target!, resource.name)
      if (way === null) return []
      return [
        problemAt(['resources', resource.name, 'fields', field], {
          code: 'C151',
          what: `The first record could never be made: it needs another one (${[resource.name, ...way].join(' → ')}).`,
          how: 'Let one of them be left out.',
        }),
      ]
    }),
  )
}

/** Who may read and write what: nothing is opened in vain, hidden where it is needed, or asked of people who cannot give it. */
export function checkRights(resource: AnyResource): ConfigurationProblem[] {
  return [selfProblems, closedProblems, hiddenProblems, guardProblems, unfillable].flatMap((check) => check(resource))
}
