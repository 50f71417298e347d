import { fieldKinds, type Field } from './fields/index.ts'
import { type AnyResource, operations } from './resource.ts'
import type { Configuration, ConfigurationProblem } from './checks/configuration.ts'
import { checkForms } from './checks/forms.ts'
import { checkNames } from './checks/names.ts'
import { checkReferences } from './checks/references.ts'

/**
 * Finds the mistakes that types cannot see. An empty list means the configuration can be used.
 * @returns every mistake at once, in the order of the resources.
 */
export function checkConfiguration(configuration: Configuration): ConfigurationProblem[] {
  const resources = Object.entries(configuration.resources)
  return [
    ...checkNames(configuration),
    ...resources.flatMap(([, resource]) => [...checkForms(resource), ...checkReferences({ resource, configuration }), ...checkFieldKinds(resource)]),
  ]
}

function checkFieldKinds(resource: AnyResource): ConfigurationProblem[] {
  const unknownKinds = Object.entries(resource.fields).filter(([, field]) => !(fieldKinds as readonly string[]).includes(field.kind))
  const badBounds = Object.entries(resource.fields).filter(([, field]: [string, Field]) => field.min !== undefined && field.max !== undefined && field.min > field.max)
  const badAccess = operations.filter((operation) => resource.access[operation] === ('nobody' as string) && (operation === 'list' || operation === 'read'))
  return [
    ...unknownKinds.map(([name, field]) => ({
      code: 'C030', where: `${resource.name}.fields.${name}`, what: `There is no kind of field called ${field.kind}.`, how: `Use one of ${fieldKinds.join(', ')}.`,
    })),
    ...badBounds.map(([name, field]) => ({
      code: 'C031', where: `${resource.name}.fields.${name}`, what: `min (${field.min}) is above max (${field.max}).`, how: 'Exchange them.',
    })),
    ...badAccess.map((operation) => ({ code: 'C032', where: `${resource.name}.access.${operation}`, what: 'Nobody could see it.', how: 'Name a role, or root.' })),
  ]
}
