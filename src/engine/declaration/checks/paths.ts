import { listAddress } from '../derive/address.ts'
import { type Configuration, type ConfigurationProblem, problemAt } from './configuration.ts'

/** What stands behind a resource's path is a page of its own already. */
const isPageOf = (path: string, resource: string) =>
  path.startsWith(`${resource}/`) && /^(?:list|create|\d+)(?:\/|$)/.test(path.slice(resource.length + 1))

/** Addresses at whose beginning the server answers, and no page. */
const served = new Set(['api', 'assets', 'docs', 'login', 'mcp', 'metrics', 'oauth', 'portal', 'postback', 't'])

/** No page stands where another one is, where records of another are, or where the server answers itself. */
export function checkPaths({ resources, reports, pages }: Configuration): ConfigurationProblem[] {
  const named = [
    ...Object.values(resources).map(({ name, path }) => ({
      at: ['resources', name, 'path'],
      name,
      path,
      list: listAddress({ path }),
    })),
    ...Object.values(reports).map(({ name, path }) => ({ at: ['reports', name, 'path'], name, path, list: path })),
  ]
  return named.flatMap(({ at, name, path, list }) => {
    const problem = (what: string, how: string) => [problemAt(at, { code: 'C157', what, how })]
    const first = path.split('/')[1] ?? ''
    if (served.has(first))
      return problem(`At /${first} the server answers itself.`, 'Begin with /registers or a word of your own.')
    const others = Object.values(resources).filter((each) => each.name !== name)
    const other = others.find(
      (each) => isPageOf(path, each.path) || (at[0] === 'reports' && listAddress(each) === path),
    )
    if (other)
      return problem(
        `At ${path} are records of ${other.name}.`,
        'Give it an address that does not go on after theirs with list, create or a number.',
      )
    if (at[0] === 'reports' || !pages.includes(list)) return []
    return problem(`There is a page at ${list} already.`, 'Give it another path.')
  })
}
