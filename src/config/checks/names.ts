import type { Configuration, ConfigurationProblem } from './configuration.ts'

const repeated = (values: readonly string[]) => [...new Set(values.filter((value, index) => values.indexOf(value) !== index))]

/** Names, paths and keys: each resource and report stands under its own name, no two share a path, every menu entry leads somewhere. */
export function checkNames({ resources, reports }: Configuration): ConfigurationProblem[] {
  const all = [...Object.entries(resources), ...Object.entries(reports)]
  const misnamed = all.filter(([key, { name }]) => key !== name)
  const paths = all.map(([, { path }]) => path)
  return [
    ...misnamed.map(([key, { name }]) => ({ code: 'C001', where: key, what: `It stands under ${key} but is called ${name}.`, how: 'Give both the same name.' })),
    ...repeated(paths).map((path) => ({ code: 'C002', where: path, what: 'Two pages share this path.', how: 'Give one of them another path.' })),
    ...all.filter(([, { path }]) => !/^\/[A-Za-z0-9_/-]+[A-Za-z0-9_-]$/.test(path)).map(([key, { path }]) => ({
      code: 'C003', where: `${key}.path`, what: `${path} is no path.`, how: 'Begin with / and end without.',
    })),
    ...Object.values(resources).flatMap(({ name, fields }) =>
      Object.keys(fields).filter((field) => ['id', 'version', 'createdAt', 'updatedAt', 'q'].includes(field) || !/^[a-z][A-Za-z0-9]*$/.test(field) || /_(gte|lte|like)$/.test(field)).map((field) => ({
        code: 'C004', where: `${name}.fields.${field}`, what: 'Every record has a field of this name already, or it cannot be a name.', how: 'Use another name in camelCase.',
      }))),
  ]
}
