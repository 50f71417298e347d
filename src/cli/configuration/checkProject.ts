/** The one check of a configuration: of its files as text, and of what they declare. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { checkWithOverlay, overlaidConfiguration } from '#engine/declaration/checks/overlay.ts'
import { overlayOf } from '#lib/overlay/inForce.ts'
import type { Overlay } from '#engine/declaration/overlay/overlay.ts'
import type { Configuration, ConfigurationProblem } from '#engine/declaration/checks/configuration.ts'
import { nameOneOf } from '#engine/declaration/checks/suggest.ts'
import { checkImports, dependentsOf, type Files, filesOf, importedFiles, knownNames } from './imports.ts'
import { loadConfiguration } from './load.ts'
import { checkCode } from './code.ts'
import { locate, type Origin } from './locate.ts'
import { type LocatedProblem, overlaysOf, overlayHead, readSources, type Sources, wrongOverlays } from './sources.ts'
import { parseFile } from './syntaxTree.ts'

/** What the check found, and how much it looked at. */
export interface Checked {
  readonly problems: readonly LocatedProblem[]
  /** What is declared, where it could be run. */
  readonly configuration: Configuration | null
  readonly counts: {
    readonly resources: number
    readonly reports: number
    readonly languages: number
    readonly themes: number
  }
}

interface Project {
  readonly root: string
  readonly sources: Sources
  readonly files: Files
}

const none = { resources: 0, reports: 0, languages: 0, themes: 0 }

/** Where the ways of problems begin. */
export function originOf(
  [root = '', first = '', ...rest]: readonly string[],
  { sources }: Pick<Project, 'sources'>,
): Origin {
  const all = [first, ...rest]
  switch (root) {
    case 'overlay':
      return overlayOrigin(all, sources)
    case 'resources':
      return { path: 'resources/index.ts', name: 'resources', steps: all }
    case 'reports':
      return { path: 'resources/reports/index.ts', name: 'reports', steps: all }
    case 'events':
      return { path: 'resources/events.ts', name: 'events', steps: all }
    case 'movement':
      return { path: 'resources/movement.ts', name: 'movement', steps: all }
    case 'formulas':
      return { path: 'resources/measures.ts', name: 'formulas', steps: all }
    case 'jobs':
      return { path: 'resources/jobs.ts', name: 'jobs', steps: all }
    case 'features':
      return { path: 'resources/features.ts', name: 'features', steps: all }
    case 'accounts':
      return { path: 'resources/accounts.ts', name: 'accounts', steps: all }
    case 'gateways':
      return { path: 'resources/gateways.ts', name: 'gateways', steps: all }
    case 'taxes':
      return { path: 'resources/taxes.ts', name: 'taxes', steps: all }
    case 'risks':
      return { path: 'resources/risks.ts', name: 'risks', steps: all }
    case 'declaredPages':
      return { path: 'resources/pages.ts', name: 'declaredPages', steps: all }
    case 'decisions':
      return { path: 'resources/decisions.ts', name: 'decisions', steps: all }
    case 'transitions':
      return { path: 'resources/transitions.ts', name: 'transitions', steps: all }
    case 'notices':
      return { path: 'resources/operatorWebhooks.ts', name: 'notices', steps: all }
    case 'signals':
      return { path: 'resources/signals.ts', name: 'signals', steps: all }
    case 'roles':
      return { path: 'resources/roles.ts', name: 'roleKeys', steps: all }
    case 'profiles':
      return { path: 'resources/roles.ts', name: 'profiles', steps: all }
    case 'menu':
      return { path: 'resources/menu.ts', name: 'menu', steps: all }
    case 'languages':
      return { path: 'locales/languages.ts', name: 'languages', steps: all }
    case 'names':
      return { path: 'resources/effects.ts', name: 'serverNames', steps: all }
    case 'workFor':
      return { path: 'resources/effects.ts', name: 'workFor', steps: all }
    case 'choices':
      return { path: 'resources/choices.ts', name: first, steps: rest }
    case 'requests':
      return { path: 'resources/reportFiles.ts', name: first, steps: rest }
    case 'themes':
      return { path: `themes/${first}/theme.ts`, name: exportedFirst(`themes/${first}/theme.ts`, sources), steps: rest }
    default:
      return localeOrigin(first, rest, sources)
  }
}

/** Where an overlay says something: in the file of its entity, or in the copy of what was published. */
function overlayOrigin([part = '', ...steps]: readonly string[], sources: Sources): Origin {
  const [first = ''] = overlaysOf(sources).keys()
  if (!first.startsWith('resources/')) return { path: first, name: 'overlay', steps: ['overlay', part, ...steps] }
  const path = `resources/overlay/${part === 'resources' ? steps[0] : part}.json`
  return {
    path: sources.has(path) ? path : first,
    name: 'overlay',
    steps: part === 'resources' ? steps.slice(1) : steps,
  }
}

/** The overlay among the sources. */
function overlayIn(sources: Sources): Overlay {
  const files = overlaysOf(sources)
  const [[path, text] = ['resources/', '']] = files
  return path.startsWith('resources/') ? overlayOf(files) : (JSON.parse(text) as { overlay: Overlay }).overlay
}

function exportedFirst(path: string, sources: Sources): string {
  return /export const (\w+)/.exec(sources.get(path) ?? '')?.[1] ?? ''
}

function localeOrigin(language: string, [part = '', ...steps]: readonly string[], sources: Sources): Origin {
  const path = [...sources.keys()].find(
    (each) => each.startsWith(`locales/${language}/`) && new RegExp(`export const ${part}\\b`).test(sources.get(each)!),
  )
  return { path: path ?? `locales/${language}/index.ts`, name: part, steps }
}

function located(project: Project, { path, ...problem }: ConfigurationProblem): LocatedProblem {
  return { ...problem, ...locate(originOf(path, project), project.files) }
}

/** A declaration that cannot be run: the line of ours that was being run, and what is the matter. */
function failureProblem(error: unknown, { sources }: Project): LocatedProblem {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error))
  const [, file = 'resources/index.ts', line = '1'] =
    /\/((?:resources|locales|themes)\/[\w./-]+\.ts)(?:\?change=\d+)?:(\d+)/.exec(stack) ?? []
  const at = { file, line: Number(line), where: '' }
  const [, name] = /^(\w+) is not defined$/.exec(message) ?? []
  if (name === undefined)
    return {
      ...at,
      code: 'C107',
      what: `This cannot be run: ${message}.`,
      how: 'Look for a comma that is missing, or a value of another kind than is wanted.',
    }
  return {
    ...at,
    code: 'C106',
    what: `There is nothing called ${name} here.`,
    how: nameOneOf(name, knownNames(parseFile(file, sources.get(file) ?? ''))),
  }
}

/** Files that nobody reads, and pictures that a theme lacks. */
function checkFolders({ root, sources }: Project, configuration: Configuration): LocatedProblem[] {
  const resourceFiles = [...sources].filter(
    ([path, text]) => path.startsWith('resources/') && /= define(Resource|Report)\(/.test(text),
  )
  const listed = new Set<unknown>(
    [...Object.values(configuration.resources), ...Object.values(configuration.reports)].map(({ name }) => name),
  )
  const imported = importedFiles(sources)
  const unlisted = resourceFiles.filter(
    ([path, text]) => !imported.has(path) || !listed.has(/name: '(\w+)'/.exec(text)?.[1]),
  )
  const lacking = Object.keys(configuration.themes).flatMap((name) =>
    ['logo.svg', 'favicon.svg', 'icon.png', 'style.css'].flatMap((file) => {
      const path = `themes/${name}/${file}`
      return existsSync(join(root, path))
        ? []
        : [
            {
              file: `themes/${name}/theme.ts`,
              line: 1,
              where: '',
              code: 'C092',
              what: `There is no ${path}.`,
              how: `Add ${file} beside the theme.`,
            },
          ]
    }),
  )
  return [
    ...unlisted.map(([file, text]) => ({
      code: 'C108',
      file,
      line: text.slice(0, text.search(/= define/)).split('\n').length,
      where: '',
      what: 'Nobody lists it, so it counts for nothing.',
      how: `Add it to ${file.startsWith('resources/reports/') ? 'resources/reports/index.ts' : 'resources/index.ts'}, or remove the file.`,
    })),
    ...lacking,
  ]
}

/**
 * Checks the configuration of a project: syntax and imports first, then, where they are sound, what is declared.
 * @param change a file with other text than it has, which is looked at as if it were written already.
 */
export async function checkProject(
  root: string,
  change?: { readonly path: string; readonly text: string },
): Promise<Checked> {
  const read = readSources(root)
  return await checkSources(root, read, change)
}

/** The same for sources that are read already. */
export async function checkSources(
  root: string,
  read: Sources,
  change?: { readonly path: string; readonly text: string },
): Promise<Checked> {
  const isOverlay = change?.path.endsWith('.json')
  const changedText = isOverlay ? `${overlayHead}${change!.text}` : change?.text
  const sources = change ? new Map([...read, [change.path, changedText!]]) : read
  const unread = wrongOverlays(sources)
  if (unread.length > 0) return { problems: unread, counts: none, configuration: null }
  const project: Project = { root, sources, files: filesOf(root, sources) }
  const parsed = [...sources].map(([path, text]) => parseFile(path, text))
  const broken = parsed.flatMap(({ problems }) => problems)
  if (broken.some(({ code }) => code === 'C100')) return { problems: broken, counts: none, configuration: null }
  const imports = parsed.flatMap((file) => checkImports(file, project))
  if (imports.length > 0) return { problems: [...broken, ...imports], counts: none, configuration: null }
  try {
    const changed = change && !isOverlay ? { ...change, dependents: dependentsOf(change.path, sources) } : undefined
    const declaredOnly = await loadConfiguration({ root, sources, changed })
    const overlay = overlayIn(sources)
    const wrong = checkWithOverlay(declaredOnly, overlay)
    const configuration = wrong.length > 0 ? declaredOnly : overlaidConfiguration(declaredOnly, overlay)
    const declared = [...wrong, ...checkCode(configuration, project.files)].map((problem) => located(project, problem))
    const { resources, reports, locales, themes } = configuration
    const counts = Object.fromEntries(
      Object.entries({ resources, reports, languages: locales, themes }).map(([name, all]) => [
        name,
        Object.keys(all).length,
      ]),
    )
    return {
      problems: [...broken, ...declared, ...checkFolders(project, configuration)],
      counts: counts as Checked['counts'],
      configuration,
    }
  } catch (error) {
    return { problems: [...broken, failureProblem(error, project)], counts: none, configuration: null }
  }
}
