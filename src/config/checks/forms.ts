import type { ConfigurationProblem } from './configuration.ts'
import type { Field } from '../fields/index.ts'
import type { AnyResource } from '../resource.ts'

const quoted = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ')

/** Every field that can be written stands in exactly one section; conditions do not run in circles and name values that can occur. */
export function checkForms(resource: AnyResource): ConfigurationProblem[] {
  return [...checkSections(resource), ...checkConditions(resource), ...checkRowConditions(resource), ...checkList(resource)]
}

function checkSections(resource: AnyResource): ConfigurationProblem[] {
  const placed = Object.values(resource.form).flat()
  const writable = Object.keys(resource.fields).filter((name) => !resource.fields[name]!.readOnly)
  const missing = writable.filter((name) => !placed.includes(name))
  const twice = placed.filter((name, index) => placed.indexOf(name) !== index)
  const unknown = placed.filter((name) => !resource.fields[name])
  const where = `${resource.name}.form`
  return [
    ...missing.map((name) => ({ code: 'C010', where, what: `The field ${name} stands in no section, so nobody could fill it in.`, how: `Add '${name}' to one of ${quoted(Object.keys(resource.form))}.` })),
    ...twice.map((name) => ({ code: 'C011', where, what: `The field ${name} stands in the form twice.`, how: 'Keep one of the two.' })),
    ...unknown.map((name) => ({ code: 'C012', where, what: `There is no field ${name}.`, how: `Use one of ${quoted(writable)}.` })),
  ]
}

function checkConditions(resource: AnyResource): ConfigurationProblem[] {
  const { visibleWhen, fields, name } = resource
  return Object.entries(visibleWhen).flatMap(([field, conditions]) => {
    const where = `${name}.visibleWhen.${field}`
    return [...circleProblems({ visibleWhen, field, where }), ...Object.entries(conditions).flatMap(([other, wanted]) => impossibleValues({ other, field: fields[other], wanted, where }))]
  })
}

function circleProblems({ visibleWhen, field, where }: { visibleWhen: AnyResource['visibleWhen']; field: string; where: string }): ConfigurationProblem[] {
  const circle = circleFrom(visibleWhen, field)
  return circle ? [{ code: 'C013', where, what: `The conditions run in a circle: ${circle.join(' → ')}.`, how: 'Remove one of them.' }] : []
}

function impossibleValues({ other, field, wanted, where }: { other: string; field: Field | undefined; wanted: unknown; where: string }): ConfigurationProblem[] {
  const choices = field?.choices?.values
  const impossible = [wanted].flat().filter((value) => choices && !choices.includes(value as string))
  return impossible.map((value) => ({ code: 'C014', where, what: `${other} is never ${JSON.stringify(value)}.`, how: `Use one of ${quoted(choices!)}.` }))
}

/** Conditions of fields inside rows name fields of the row or of the record, and values these can have. */
function checkRowConditions(resource: AnyResource): ConfigurationProblem[] {
  return Object.entries(resource.fields).flatMap(([name, { items = {}, visibleWhen = {} }]) => Object.entries(visibleWhen).flatMap(([item, conditions]) => {
    const where = `${resource.name}.fields.${name}.visibleWhen.${item}`
    if (!items[item]) return [{ code: 'C017', where, what: `The rows have no field ${item}.`, how: `Use one of ${quoted(Object.keys(items))}.` }]
    const known = { ...resource.fields, ...items }
    const unknown = Object.keys(conditions).filter((other) => !known[other])
    return [
      ...unknown.map((other) => ({ code: 'C017', where, what: `Neither the rows nor the record have a field ${other}.`, how: `Use one of ${quoted(Object.keys(known))}.` })),
      ...(name in conditions ? [{ code: 'C017', where, what: 'A field inside rows cannot depend on the rows themselves.', how: 'Name a field of the row, or another one of the record.' }] : []),
      ...circleProblems({ visibleWhen, field: item, where }),
      ...Object.entries(conditions).flatMap(([other, wanted]) => impossibleValues({ other, field: known[other], wanted, where })),
    ]
  }))
}

function circleFrom(visibleWhen: AnyResource['visibleWhen'], start: string): string[] | null {
  const walk = (field: string, path: string[]): string[] | null => {
    if (path.includes(field)) return field === start ? [...path, field] : null
    return Object.keys(visibleWhen[field] ?? {}).reduce<string[] | null>((found, next) => found ?? walk(next, [...path, field]), null)
  }
  return walk(start, [])
}

function checkList(resource: AnyResource): ConfigurationProblem[] {
  const known = [...Object.keys(resource.fields), 'id', 'createdAt', 'updatedAt']
  const columns = resource.list.columns.filter((column) => !known.includes(column))
  const secrets = resource.list.columns.filter((column) => resource.fields[column]?.kind === 'password')
  return [
    ...columns.map((column) => ({ code: 'C015', where: `${resource.name}.list.columns`, what: `There is no field ${column}.`, how: `Use one of ${quoted(known)}.` })),
    ...secrets.map((column) => ({ code: 'C016', where: `${resource.name}.list.columns`, what: `${column} is a password, which is never read.`, how: 'Remove it.' })),
  ]
}
