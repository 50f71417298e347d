import { type Configuration, type ConfigurationProblem, problemAt } from './configuration.ts'

const reserved = new Set(['id', 'version', 'createdAt', 'updatedAt', 'q'])
const isName = (field: string) =>
  !reserved.has(field) && /^[a-z][A-Za-z0-9]*$/.test(field) && !/_(gte|lte|like)$/.test(field)

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
    ...Object.entries(resources).flatMap(([key, { fields }]) =>
      Object.keys(fields)
        .filter((field) => !isName(field))
        .map((field) =>
          problemAt(['resources', key, 'fields', field], {
            code: 'C004',
            what: 'Every record has a field of this name already, or it cannot be a name.',
            how: 'Use another name in camelCase.',
          }),
        ),
    ),
  ]
}
