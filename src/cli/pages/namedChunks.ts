import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Loaded with the texts of every page behind the sign-in, whatever they are of. */
const labels = 'engine/declaration/overlay/declaredLabels.ts'

/** What opens a page, by a letter. */
const openers = {
  s: ['app/ui/main.tsx'],
  p: ['app/ui/portal/PortalApp.tsx', labels],
  a: ['app/ui/App.tsx', labels],
  l: ['engine/records/ui/list/ConfiguredList.tsx'],
  f: ['engine/records/ui/form/ConfiguredEdit.tsx'],
  c: ['engine/records/ui/form/ConfiguredCreate.tsx'],
  d: ['features/home/ui/Dashboard.tsx'],
  r: ['features/reporting/ui/ReportPage.tsx', 'features/reporting/ui/ReportView.tsx'],
} as const
type Opener = keyof typeof openers
const letters = Object.keys(openers) as Opener[]

interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null
}

/** A file of the build: what is put into it, and all that this needs with it unless a file before it has that already. */
interface Part {
  readonly name: string | ((id: string, modules: Modules) => string | null)
  readonly debugName?: string
  readonly test?: RegExp | ((id: string) => boolean)
  readonly minShareCount?: number
  readonly priority: number
  readonly includeDependenciesRecursively?: boolean
}

const packaged = /node_modules|\0/

// What many pages share but the first list does without: in the shared file it would be loaded by everyone.
const formPackages = [
  'react-hook-form',
  'ra-core/dist/form',
  'ra-ui-materialui/dist/(input|form)',
  '@mui/material/(useAutocomplete|Autocomplete|ListSubheader|Skeleton)',
]
const ofForms = new RegExp(`node_modules/(${formPackages.join('|')})/`)

// What lists share with forms, and few others with them: in the file of lists a form would load all of it.
const rowPackages = [
  '@mui/icons-material/(AccountTreeOutlined|CheckCircle|Delete|Download|ErrorOutlineOutlined|FilterList|HandshakeOutlined|ViewWeek)\\.',
  '@mui/material/(Toolbar|CardContent|Collapse|TableSortLabel)/',
  'ra-core/dist/auth/use(RequireAccess|IsAuthPending|CanAccess)',
  'ra-core/dist/core/(useGetResourceLabel|OptionalResourceContextProvider)',
  'ra-core/dist/dataProvider/useMutationWithMutationMode',
  'ra-ui-materialui/dist/(button/Button|layout/TopToolbar|input/ResettableTextField)\\.',
  'lodash/pick\\.',
]
const ofRows = new RegExp(`node_modules/(${rowPackages.join('|')})`)

/** Every module that comes with some, without what they load later. */
function reachOf(opening: readonly string[], modules: Modules): ReadonlySet<string> {
  const reached = new Set<string>()
  const ahead = [...opening]
  for (let id = ahead.pop(); id !== undefined; id = ahead.pop()) {
    if (reached.has(id)) continue
    reached.add(id)
    ahead.push(...(modules.getModuleInfo(id)?.importedIds ?? []))
  }
  return reached
}

/** Tells of a module of ours the letters of the pages that need it. */
function needing(): (id: string, modules: Modules) => ReadonlySet<Opener> {
  let reaches: ReadonlyMap<Opener, ReadonlySet<string>> | null = null
  return (id, modules) => {
    reaches ??= new Map(
      letters.map((letter) => [
        letter,
        reachOf(
          openers[letter].map((path) => join(root, path)),
          modules,
        ),
      ]),
    )
    return new Set(packaged.test(id) ? [] : letters.filter((letter) => reaches!.get(letter)!.has(id)))
  }
}

/**
 * The files that pages are made of: one for all that the same pages need, where the bundler would make one of each module
 * that more than one page shares. A browser asks for six files at a time, each asks for a way there and back, and what is
 * compressed together is smaller: a list came in fifty files, a quarter of the time until its first row.
 * What a module of ours needs of packages is only known once unused code is gone: it comes with the module, by the
 * bundler's own count. So the order below is the order in which pages need each other's files.
 */
export function partsOfPages(): Part[] {
  const pagesOf = needing()
  const own = (name: string, priority: number, wants: (pages: ReadonlySet<Opener>) => boolean): Part => ({
    name: (id, modules) => (wants(pagesOf(id, modules)) ? name : null),
    debugName: name,
    priority,
  })
  const some = (pages: ReadonlySet<Opener>, wanted: readonly Opener[]) => wanted.some((page) => pages.has(page))
  return [
    // The entrance stands on React alone: what the office shares must not be in one file with it.
    {
      name: 'react',
      test: /node_modules\/(react|react-dom|scheduler)\//,
      priority: 80,
      includeDependenciesRecursively: false,
    },
    own('start', 70, (pages) => pages.has('s')),
    own('base', 60, (pages) => pages.has('p') && some(pages, ['a', 'l', 'f', 'c', 'd', 'r'])),
    own('office', 50, (pages) => pages.has('a') || (pages.has('l') && some(pages, ['d', 'r']))),
    // Measured: 8 loads least for the first list.
    { name: 'shared', test: (id) => packaged.test(id) && !ofForms.test(id), minShareCount: 8, priority: 40 },
    {
      name: (id, modules) => {
        const pages = pagesOf(id, modules)
        return ofRows.test(id) || (pages.has('l') && some(pages, ['f', 'c'])) ? 'rows' : null
      },
      debugName: 'rows',
      priority: 30,
    },
    own('list', 20, (pages) => pages.has('l')),
    own('fields', 15, (pages) => pages.has('r') && some(pages, ['f', 'c'])),
    own('form', 10, (pages) => pages.has('f') && pages.has('c')),
  ]
}
