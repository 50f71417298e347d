/** Runs the files of a configuration, as they are or with one of them changed, and gathers what they declare. */
import { registerHooks } from 'node:module'
import { posix, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Configuration } from '#engine/declaration/checks/configuration.ts'
import { declaredOf, type Labelled, labelledTexts } from '#engine/declaration/overlay/overlay.ts'
import { pageAddress } from '#engine/declaration/derive/address.ts'
import { accountPath } from '#engine/auth/ui/account/accountPath.ts'
import { downloadsPath, hierarchyPath } from '#engine/ui/router/pagePaths.ts'
import type { Sources } from './sources.ts'

/** A file with other text than it has. */
export interface Changed {
  readonly path: string
  readonly text: string
  readonly dependents: ReadonlySet<string>
}

const changes: { root: string; changed: Changed }[] = []
let isHooked = false

/** Changed files, and all that read them, are modules of their own; nothing is written anywhere. */
function hook(): void {
  if (isHooked) return
  isHooked = true
  const current = () => changes.at(-1)
  registerHooks({
    resolve: (specifier, context, next) => {
      const resolved = next(specifier, context)
      const change = current()
      if (!change || !resolved.url.startsWith('file:') || resolved.url.includes('?')) return resolved
      const path = fileURLToPath(resolved.url)
        .slice(change.root.length + 1)
        .split(sep)
        .join(posix.sep)
      return change.changed.dependents.has(path)
        ? { ...resolved, url: `${resolved.url}?change=${changes.length}` }
        : resolved
    },
    load: (url, context, next) => {
      const change = changes[Number(/\?change=(\d+)$/.exec(url)?.[1] ?? 0) - 1]
      const isChanged = change && url.startsWith(`${pathToFileURL(`${change.root}/${change.changed.path}`).href}?`)
      return isChanged
        ? { format: 'module-typescript', source: change.changed.text, shortCircuit: true }
        : next(url, context)
    },
  })
}

type Exports = Readonly<Record<string, unknown>>

/** The pages that no declaration makes. */
const ownPages = (resources: unknown, pages: Configuration['declaredPages']) => [
  '/home',
  '/dashboard',
  accountPath,
  downloadsPath,
  ...Object.values(pages ?? {}).map((page) => page?.path),
  pageAddress(hierarchyPath, resources as Configuration['resources']),
]

/** Runs the declarations of a project, without the overlay over them. @throws what running them throws: a name that is none, a call that cannot be. */
export async function loadConfiguration({
  root,
  sources,
  changed,
}: {
  root: string
  sources: Sources
  changed?: Changed
}): Promise<Configuration> {
  if (changed) {
    hook()
    changes.push({ root, changed })
  }
  const load = async (path: string): Promise<Exports> =>
    (await import(pathToFileURL(`${root}/${path}`).href)) as Exports
  const inFolder = (folder: string) => [...sources.keys()].filter((path) => posix.dirname(path) === folder)
  const languages = [...new Set([...sources.keys()].flatMap((path) => /^locales\/([^/]+)\//.exec(path)?.[1] ?? []))]
  const themes = [...sources.keys()].flatMap((path) => /^themes\/([^/]+)\/theme\.ts$/.exec(path)?.[1] ?? [])
  const locale = async (language: string) => {
    const parts = await Promise.all(inFolder(`locales/${language}`).map(load))
    const { messages, firstMessages: _, ...rest } = Object.assign({}, ...parts) as Exports
    // Of what is put together, only that it holds every part.
    return { ...rest, messages: Object.fromEntries(Object.keys(messages ?? {}).map((part) => [part, part])) }
  }
  const [
    { serverNames, workFor },
    { roleKeys, profileNames, profiles },
    { resources: overlaid },
    { reports },
    { menu: overlaidMenu },
    choices,
    requests,
    { colorNames, contrastPairs },
    { brandThemes },
    { events },
    { movement },
    { formulas, measures },
    { jobs },
    { features },
    { accounts },
    { gateways },
    { notices },
    { signals },
    { taxes },
    { risks },
    { declaredPages },
    { decisions },
    { transitions },
    { languages: spoken },
  ] = await Promise.all([
    load('resources/effects.ts'),
    load('resources/roles.ts'),
    load('resources/index.ts'),
    load('resources/reports/index.ts'),
    load('resources/menu.ts'),
    load('resources/choices.ts'),
    load('resources/reportFiles.ts'),
    load('themes/brandTheme.ts'),
    load('themes/index.ts'),
    load('resources/events.ts'),
    load('resources/movement.ts'),
    load('resources/measures.ts'),
    load('resources/jobs.ts'),
    load('resources/features.ts'),
    load('resources/accounts.ts'),
    load('resources/gateways.ts'),
    load('resources/operatorWebhooks.ts'),
    load('resources/signals.ts'),
    load('resources/taxes.ts'),
    load('resources/risks.ts'),
    load('resources/pages.ts'),
    load('resources/decisions.ts'),
    load('resources/transitions.ts'),
    load('locales/languages.ts'),
  ])
  const resources = declaredOf(overlaid as object)
  const localeFiles = Object.fromEntries(
    await Promise.all(languages.map(async (language) => [language, await locale(language)] as const)),
  )
  const labelled = { resources, choices } as unknown as Labelled
  return {
    resources,
    menu: declaredOf(overlaidMenu as object),
    reports,
    events,
    movement,
    formulas,
    measures,
    jobs,
    features,
    accounts,
    gateways,
    notices,
    signals,
    taxes,
    risks,
    declaredPages,
    decisions,
    transitions,
    profiles,
    profileNames,
    colorNames,
    contrastPairs,
    workFor,
    languages: spoken,
    roles: roleKeys,
    names: serverNames,
    pages: ownPages(resources, declaredPages as Configuration['declaredPages']),
    choices: { ...choices },
    requests: { ...requests },
    servedThemes: (brandThemes as readonly { name: string }[]).map((theme) => theme?.name),
    localeFiles,
    locales: Object.fromEntries(
      Object.entries(localeFiles).map(([language, said]) => [language, labelledTexts(said, language, labelled)]),
    ),
    themes: Object.fromEntries(
      await Promise.all(
        themes.map(async (name) => [name, Object.values(await load(`themes/${name}/theme.ts`))[0]] as const),
      ),
    ),
  } as Configuration
}
