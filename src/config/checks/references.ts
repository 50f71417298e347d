import type { Configuration, ConfigurationProblem } from './configuration.ts'
import { uniqueWithin } from '../derive/unique.ts'
import type { Field } from '../fields/index.ts'
import { type AnyResource, operations } from '../resource.ts'

const oneOf = (names: readonly string[]) => `Use one of ${names.join(', ')}.`

/** What a resource names elsewhere exists: other resources, their fields, roles, the fields that others depend on. */
export function checkReferences({ resource, configuration }: { resource: AnyResource; configuration: Configuration }): ConfigurationProblem[] {
  return [...checkTargets(resource, configuration), ...checkRoles(resource, configuration), ...checkScope(resource, configuration), ...checkActions(resource)]
}

function checkTargets(resource: AnyResource, { resources }: Configuration): ConfigurationProblem[] {
  return Object.entries(resource.fields).flatMap(([name, field]) => {
    const where = `${resource.name}.fields.${name}`
    const problems: ConfigurationProblem[] = []
    const target = field.target === undefined ? undefined : resources[field.target]
    if (field.target !== undefined && !target) problems.push({ code: 'C020', where, what: `There is no resource ${field.target}.`, how: oneOf(Object.keys(resources)) })
    if (target && field.distinctBy && !target.fields[field.distinctBy]) {
      problems.push({ code: 'C021', where, what: `${target.name} has no field ${field.distinctBy}.`, how: oneOf(Object.keys(target.fields)) })
    }
    if (target && field.heldBy && target.fields[field.heldBy]?.target !== resource.name) {
      problems.push({ code: 'C027', where, what: `${target.name}.${field.heldBy} is no reference to a ${resource.name}.`, how: 'Name the reference field of the target that holds the relation.' })
    }
    problems.push(...checkAgreement({ resource, where, field, resources }))
    for (const other of [field.kindFrom, field.kind === 'slug' ? field.from : undefined]) {
      if (other !== undefined && !resource.fields[other]) problems.push({ code: 'C022', where, what: `There is no field ${other} here.`, how: oneOf(Object.keys(resource.fields)) })
    }
    return problems
  })
}

/** What a field must be unique within, or agree with, is there. */
function checkAgreement({ resource, where, field, resources }: { resource: AnyResource; where: string; field: Field; resources: Configuration['resources'] }): ConfigurationProblem[] {
  const within = uniqueWithin(field)
  const missing = [...(within === null ? [] : [within]), ...Object.values(field.only ?? {}).flatMap((wanted) => ('sameAs' in wanted ? [wanted.sameAs] : []))].filter((path) => {
    const [first, second] = path.split('.') as [string, string | undefined]
    const here = resource.fields[first]
    return !here || (second !== undefined && !resources[here.target ?? '']?.fields[second])
  })
  const theirs = Object.keys(field.only ?? {}).filter((name) => resources[field.target ?? ''] && !resources[field.target!]!.fields[name])
  return [
    ...missing.map((path) => ({ code: 'C028', where, what: `${path} leads to no field.`, how: oneOf(Object.keys(resource.fields)) })),
    ...theirs.map((name) => ({ code: 'C028', where, what: `${field.target} has no field ${name}.`, how: oneOf(Object.keys(resources[field.target!]!.fields)) })),
  ]
}

function checkRoles(resource: AnyResource, { roles }: Configuration): ConfigurationProblem[] {
  const ofRecord = [resource.access.role, ...operations.map((operation) => resource.access[operation])]
  const ofFields = Object.values(resource.fields).flatMap((field) => [...(field.access?.read ?? []), ...(field.access?.write ?? [])])
  const unknown = [...ofRecord, ...ofFields].filter((role) => role !== undefined && !['root', 'nobody', ...roles].includes(role))
  return unknown.map((role) => ({ code: 'C023', where: `${resource.name}.access`, what: `There is no role ${role}.`, how: oneOf(roles) }))
}

function checkScope(resource: AnyResource, { resources }: Configuration): ConfigurationProblem[] {
  return Object.entries(resource.access.scope ?? {}).flatMap(([kind, path]) => {
    const where = `${resource.name}.access.scope.${kind}`
    if (path === 'self') return resource.name === kind ? [] : [{ code: 'C024', where, what: `A ${resource.name} is no ${kind}.`, how: 'Name the field that leads there.' }]
    const [first, second] = (path as string).split('.')
    const field = resource.fields[first!]
    const other = field?.target === undefined ? undefined : resources[field.target]
    const leads = field?.target === kind || (second !== undefined && other?.fields[second]?.target === kind)
    return leads ? [] : [{ code: 'C025', where, what: `${path} does not lead to a ${kind}.`, how: `Name a reference to a ${kind}, or one to something that has one (campaign.brand).` }]
  })
}

function checkActions(resource: AnyResource): ConfigurationProblem[] {
  return Object.entries(resource.actions).flatMap(([name, action]) => {
    const where = `${resource.name}.actions.${name}`
    if (action.set !== undefined && (!resource.fields[action.set] || !action.input?.[action.set])) {
      return [{ code: 'C026', where, what: `It sets ${action.set}, which is no field here or not among what it takes.`, how: `Name a field of ${resource.name} that is in its input.` }]
    }
    return []
  })
}
