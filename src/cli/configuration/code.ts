/** Names of server-side work, and the code that does it: the check runs where no compiler does. */
import { type Configuration, type ConfigurationProblem, problemAt } from '#engine/declaration/checks/configuration.ts'
import type { Files } from './imports.ts'
import { keyOf, type Node, parseFile } from './syntaxTree.ts'

/** Where the code of each kind of work is named: the file, and the object whose keys are the names. */
const registries = {
  effect: ['src/app/server/effects.ts', 'effects'],
  check: ['src/app/server/effects.ts', 'checks'],
  guard: ['src/app/server/effects.ts', 'guards'],
  transition: ['src/app/server/effects.ts', 'transitionEffects'],
  computed: ['src/app/server/computedFields.ts', 'computations'],
  job: ['src/app/server/jobs/index.ts', 'tasks'],
} as const

/** The names for which there is code; null where the file is another than it was. */
function namesInCode([path, name]: readonly [string, string], files: Files): ReadonlySet<string | null> | null {
  const declarations = parseFile(path, files.text(path) ?? '').body.flatMap((node) => {
    const declaration = (node['declaration'] ?? node) as Node
    return declaration.type === 'VariableDeclaration' ? (declaration['declarations'] as Node[]) : []
  })
  const declared = declarations.find((each) => (each['id'] as Node)['name'] === name)
  const value = declared?.['init'] as { properties?: Node[] } | null | undefined
  return value?.properties ? new Set(value.properties.map(keyOf)) : null
}

/** Every name of server-side work has code that does it. */
export function checkCode({ names, jobs }: Configuration, files: Files): ConfigurationProblem[] {
  const named = [
    ...Object.entries(names).flatMap(([kind, all]) =>
      (Object.hasOwn(registries, kind) && Array.isArray(all) ? (all as string[]) : []).map((name, index) => ({
        kind,
        name,
        path: ['names', kind, String(index)],
      })),
    ),
    ...Object.keys(jobs ?? {}).map((name) => ({ kind: 'job', name, path: ['jobs', name] })),
  ] as { kind: keyof typeof registries; name: string; path: string[] }[]
  return named.flatMap(({ kind, name, path }) => {
    const known = namesInCode(registries[kind], files)
    if (known === null || known.has(name)) return []
    return [
      problemAt(path, {
        code: 'C075',
        what: `No code does ${name}.`,
        how: `Write it and name it in ${registries[kind][0]} (${registries[kind][1]}), or remove ${name} here.`,
      }),
    ]
  })
}
