import {
  dimensionTarget,
  partnerScopeDimension,
  type ScopeDimension,
  scopeDimensions,
  soleDimension,
} from '../actor.ts'
import { type AnyResource, scopeOf } from '../resource.ts'
import { type Configuration, type ConfigurationProblem, problemAt } from './configuration.ts'

/** Whether a record belongs to one of these, directly or through one that it names. */
function namesOne({ name, fields }: AnyResource, kind: string, { resources }: Configuration): boolean {
  return Object.values(fields).some(({ kind: form, target = '', heldBy }) => {
    if (form !== 'reference' || heldBy !== undefined) return false
    if (target === kind) return true
    return (
      target !== name &&
      Object.values(resources[target]?.fields ?? {}).some((each) => each.target === kind && each.kind === 'reference')
    )
  })
}

/**
 * Records that belong to a company or a brand are seen by its people alone, unless the file says otherwise. To a partner
 * many things lead that people below it need (campaigns, brands): that is for the file to say.
 */
function checkWidth(resource: AnyResource, configuration: Configuration): ConfigurationProblem[] {
  const { scope } = resource.access
  if (scope === 'everyone') return []
  // What is narrowed to the second is narrowed to the first: of each of them there is one.
  const isNarrowed = (kind: ScopeDimension) =>
    scope[kind] !== undefined || (kind === soleDimension && scope[scopeDimensions[1]] !== undefined)
  const named = scopeDimensions.filter(
    (kind) =>
      kind !== partnerScopeDimension &&
      kind !== 'manager' &&
      !isNarrowed(kind) &&
      namesOne(resource, kind, configuration),
  )
  const wider = named.filter((kind) => kind !== soleDimension || !named.includes(scopeDimensions[1]))
  return wider.map((kind) =>
    problemAt(['resources', resource.name, 'access', 'scope'], {
      code: 'C156',
      what: `It names a ${kind}, and people bound to one ${kind} would see the records of all.`,
      how: `Add ${kind}: and the field that leads there, or ${kind}: 'everyone' where that is meant.`,
    }),
  )
}

/** The way to a company, brand or partner leads through columns: one reference at a time. */
export function checkScope(resource: AnyResource, configuration: Configuration): ConfigurationProblem[] {
  const { resources } = configuration
  const narrowed = Object.entries(scopeOf(resource)).flatMap(([kind, way]) => {
    const path = ['resources', resource.name, 'access', 'scope', kind]
    const how = `Name a reference to a ${kind}, or one to something that has one (there.${kind}).`
    if (way === 'self')
      return resource.name === kind
        ? []
        : [
            problemAt(path, {
              code: 'C024',
              what: `A ${resource.name} is no ${kind}.`,
              how: 'Name the field that leads there.',
            }),
          ]
    const [first, second] = (way as string).split('.')
    const field = resource.fields[first!]
    const last = second === undefined ? field : resources[field?.target ?? '']?.fields[second]
    if (last?.target !== dimensionTarget(kind as ScopeDimension))
      return [problemAt(path, { code: 'C025', what: `${way} does not lead to a ${kind}.`, how })]
    const isMany = second !== undefined && field!.kind === 'references'
    const isHeld = field!.heldBy !== undefined || last.heldBy !== undefined
    const isSeveral = kind === soleDimension && last.kind === 'references'
    if (!isMany && !isHeld && !isSeveral) return []
    return [
      problemAt(path, {
        code: 'C029',
        what: `${way} is not one column: nobody but root could read a ${resource.name}.`,
        how,
      }),
    ]
  })
  return [...narrowed, ...checkWidth(resource, configuration)]
}
