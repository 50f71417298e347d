import { columnName } from '../derive/names.ts'
import type { AnyResource } from '../resource.ts'
import { type Configuration, type ConfigurationProblem, problemAt } from './configuration.ts'
import { nameProblem } from './spelling.ts'

/** What every record has, and what calls give beside its fields. */
const everywhere = new Set(['id', 'ids', 'version', 'createdAt', 'updatedAt', 'q', 'totp', 'currentPassword'])
/** Columns that PostgreSQL gives every table. */
const systemColumns = new Set(['tableoid', 'xmin', 'cmin', 'xmax', 'cmax', 'ctid'])
/** As long as PostgreSQL lets a name be, less what the names of indexes and constraints add to it. */
const nameLengthMax = 40

function fieldNameProblem(field: string, { fields }: AnyResource): Pick<ConfigurationProblem, 'what' | 'how'> | null {
  const column = columnName(field)
  if (everywhere.has(field))
    return { what: `Every record has ${field} already, or every call.`, how: 'Use another name.' }
  const misspelt = nameProblem(field)
  if (misspelt) return misspelt
  if (systemColumns.has(column) || field in Object.prototype)
    return { what: `${field} means something to the database or to JavaScript.`, how: 'Use another name.' }
  if (column.length > nameLengthMax)
    return {
      what: `As a column it has ${column.length} characters.`,
      how: `Write at most ${nameLengthMax}; what people read is the label.`,
    }
  const same = Object.keys(fields).find((other) => other !== field && columnName(other) === column)
  return same && Object.keys(fields).indexOf(same) < Object.keys(fields).indexOf(field)
    ? { what: `Its column would be ${column}, which ${same} has.`, how: 'Use another name.' }
    : null
}

/**
 * Names, paths and keys: each resource and report stands under its own name, no two share a path, fields can be called
 * so.
 */
export function checkNames({ resources, reports }: Configuration): ConfigurationProblem[] {
  const all = [
    ...Object.entries(resources).map(([key, { name, path }]) => ({ key, name, address: path, at: ['resources', key] })),
    ...Object.entries(reports).map(([key, { name, path }]) => ({ key, name, address: path, at: ['reports', key] })),
  ]
  const addresses = all.map(({ address }) => address)
  return [
    ...all
      .filter(({ key, name }) => key !== name)
      .map(({ key, name, at }) =>
        problemAt([...at, 'name'], {
          code: 'C001',
          what: `It stands under ${key} but is called ${name}.`,
          how: 'Give both the same name.',
        }),
      ),
    ...all
      .filter(({ address }, index) => addresses.indexOf(address) < index)
      .map(({ address, at }) =>
        problemAt([...at, 'path'], {
          code: 'C002',
          what: `Two pages share the path ${address}.`,
          how: 'Give one of them another path.',
        }),
      ),
    ...all
      .filter(({ address }) => !/^(\/[A-Za-z0-9_-]+)+$/.test(address))
      .map(({ address, at }) =>
        problemAt([...at, 'path'], {
          code: 'C003',
          what: `${address} is no path.`,
          how: 'Begin with / and end without.',
        }),
      ),
    ...Object.entries(resources).flatMap(([key, resource]) =>
      Object.keys(resource.fields).flatMap((field) => {
        const problem = fieldNameProblem(field, resource)
        return problem ? [problemAt(['resources', key, 'fields', field], { code: 'C004', ...problem })] : []
      }),
    ),
  ]
}
