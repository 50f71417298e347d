import { join } from 'node:path'

const root = join(import.meta.dirname, '../../admin')

/** What opens a page, by the letter it has in the names of files that several of them share. */
const openers = {
  e: 'signIn/Entrance.tsx',
  p: 'portal/PortalApp.tsx',
  a: 'App.tsx',
  l: 'resource/list/ConfiguredList.tsx',
  f: 'resource/form/ConfiguredEdit.tsx',
  c: 'resource/form/ConfiguredCreate.tsx',
  d: 'pages/dashboard/Dashboard.tsx',
  r: 'pages/reports/ReportPage.tsx',
} as const
type Opener = keyof typeof openers
const letters = Object.keys(openers) as Opener[]
/** Loaded with the office, whatever page is opened in it. */
const inOffice: ReadonlySet<Opener> = new Set(['l', 'f', 'c', 'd', 'r'])

interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null
}

/** Every module that comes with one, without what it loads later. */
function reachOf(opener: string, modules: Modules): ReadonlySet<string> {
  const reached = new Set<string>()
  const ahead = [opener]
  for (let id = ahead.pop(); id !== undefined; id = ahead.pop()) {
    if (reached.has(id)) continue
    reached.add(id)
    ahead.push(...(modules.getModuleInfo(id)?.importedIds ?? []))
  }
  return reached
}

/**
 * Names the file that a module goes into: one for all that the same pages need, where the bundler would make one of each
 * module that more than one page shares. A browser asks for six files at a time, and each asks for a way there and back.
 * What comes with the first page of all keeps the bundler's own place, as does what no such page needs.
 */
export function partsOfPages(): (id: string, modules: Modules) => string | null {
  let reaches: {
    readonly first: ReadonlySet<string>
    readonly pages: ReadonlyMap<Opener, ReadonlySet<string>>
  } | null = null
  return (id, modules) => {
    reaches ??= {
      first: reachOf(join(root, 'main.tsx'), modules),
      pages: new Map(letters.map((letter) => [letter, reachOf(join(root, openers[letter]), modules)])),
    }
    if (/node_modules|\0/.test(id) || reaches.first.has(id)) return null
    const needing = letters.filter((letter) => reaches!.pages.get(letter)!.has(id))
    const shared = needing.includes('a') ? needing.filter((letter) => !inOffice.has(letter)) : needing
    return shared.length > 1 ? `shared-${shared.join('')}` : null
  }
}
