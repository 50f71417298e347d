/** What the palette finds, and how pages are found. Pure, so that it can be tested without a page. */
import { reports as declaredReports } from '#resources/reports/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import { can, mayReadReport } from '#engine/declaration/derive/access.ts'
import type { Report } from '#engine/declaration/report.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { foldText, holdsText } from '#engine/values/foldText.ts'
import { formatByType } from '#engine/values/documents/documents.ts'
import { visibleMenu } from '#engine/ui/shell/menu/visibleMenu.ts'
import { accountPath } from '#engine/auth/ui/account/accountPath.ts'
import { downloadsPath, hierarchyPath } from '#engine/ui/router/pagePaths.ts'
import { pagesFor } from '#engine/ui/router/pagesFor.ts'
import { trashPath } from '#engine/records/ui/trash/trashPath.ts'
import { toAddress } from '#engine/ui/router/addresses.ts'
import type { ResourceMap } from '#engine/records/ui/ResourcesContext.tsx'

/** Something one can go to. */
export interface Hit {
  /** Where it is, inside the pages; also what tells hits apart. */
  readonly to: string
  readonly title: string
  /** What tells it from others of that name, such as a token. */
  readonly detail?: string
  /** Other words it is found by. */
  readonly words?: string
  /** Leads to the list of all, not to one of them. */
  readonly isMore?: boolean
}

/** Hits of one kind, under their heading. */
export interface HitGroup {
  readonly name: string
  readonly title: string
  readonly hits: readonly Hit[]
}

/** A group of records as the API answers it. */
export interface FoundGroup {
  readonly resource: string
  readonly records: readonly {
    readonly id: number
    readonly name: string
    readonly field: string | null
    readonly value: string | null
  }[]
  readonly hasMore: boolean
}

type Translate = (key: string, options?: Record<string, unknown>) => string
interface Reader {
  readonly actor: Actor
  readonly resources: ResourceMap
  readonly translate: Translate
}

const pagesShownMax = 5
const reports = Object.values(declaredReports) as readonly Report[]

/** A list's path inside the pages. */
const listPath = (name: string) => `/${name}`

function menuPages({ actor, translate }: Reader): Hit[] {
  const groups = visibleMenu({ ...actor, roles: [...actor.roles] })
  return groups.flatMap(({ name: group, entries }) =>
    entries.map(({ name, path }) => ({
      to: path,
      title: translate(`menu.entries.${name}`),
      detail: translate(`menu.groups.${group}`),
    })),
  )
}

/** Lists that the menu does not name, such as partners; the log and others with a path of their own are in it. */
function otherLists({ actor, resources, translate }: Reader, known: ReadonlySet<string>): Hit[] {
  const isNew = (resource: AnyResource) =>
    !known.has(resource.path) && !known.has(`${resource.path}/list`) && can({ actor, resource, operation: 'list' })
  return Object.values(resources)
    .filter(isNew)
    .map(({ name }) => ({ to: listPath(name), title: translate(`resources.${name}.name`, { smart_count: 2 }) }))
}

function otherReports({ actor, translate }: Reader, known: ReadonlySet<string>): Hit[] {
  return reports
    .filter((report) => !known.has(report.path) && mayReadReport({ actor, report }))
    .map(({ name, path }) => ({
      to: path,
      title: translate(`reports.${name}.name`),
      detail: translate('panels.search.reports'),
    }))
}

function newRecords({ actor, resources, translate }: Reader): Hit[] {
  return Object.values(resources)
    .filter((resource) => can({ actor, resource, operation: 'create' }))
    .map(({ name }) => ({
      to: `/${name}/create`,
      title: translate('panels.search.new', { name: translate(`resources.${name}.name`, { smart_count: 1 }) }),
      // By the word of the language, and in English as commands are: its own name is what the program calls it.
      words: `${translate('panels.search.newWords')} new create ${name.replace(/[A-Z]/g, ' $&')}`,
    }))
}

/** Every page this person can open: the menu's, then those it does not name. */
export function allPages(reader: Reader): Hit[] {
  const { actor, resources, translate } = reader
  const inMenu = menuPages(reader)
  const known = new Set(inMenu.map(({ to }) => to))
  const { partner } = resources
  return [
    ...inMenu,
    ...otherLists(reader, known),
    ...otherReports(reader, known),
    ...(partner && can({ actor, resource: partner, operation: 'list' }) && !known.has(toAddress(hierarchyPath))
      ? [{ to: hierarchyPath, title: translate('menu.entries.hierarchy') }]
      : []),
    ...pagesFor(actor)
      .filter(({ path }) => !known.has(path))
      .map(({ name, path }) => ({ to: path, title: translate(`moneyPages.${name}.title`) })),
    ...(actor.kind === 'user'
      ? [
          { to: downloadsPath, title: translate('downloads.title') },
          { to: trashPath, title: translate('work.trash.title') },
        ]
      : []),
    { to: accountPath, title: translate('panels.account.title') },
    ...newRecords(reader),
  ]
}

/**
 * Pages in whose title every word of the text is found, whatever its case and accents; those that begin with it first.
 */
export function pagesMatching(pages: readonly Hit[], text: string): Hit[] {
  const sought = foldText(text)
  const begins = (hit: Hit) => foldText(hit.title).startsWith(sought)
  const found = pages.filter(({ title, words: others = '' }) => holdsText(`${title} ${others}`, text))
  return [...found.filter(begins), ...found.filter((hit) => !begins(hit))].slice(0, pagesShownMax)
}

/** CPF with its dots and dash; everything else as it is. */
function shownValue(field: string, value: string): string {
  return field === 'cpf' ? formatByType({ type: field, value }) : value
}

/** Whoever looks for a record wants to know how it stands; its form is a tab beside that. */
function overviewPath(resource: AnyResource | undefined, page: string): string {
  const overview = Object.entries(resource?.page?.tabs ?? {}).find(([, tab]) => tab === 'overview')
  return overview ? `${page}/${overview[0]}` : page
}

/** Groups of records as the palette shows them; where there are more, a way to the list with the same search. */
export function recordGroups({
  found,
  text,
  translate,
  resources = {},
}: {
  found: readonly FoundGroup[]
  text: string
  translate: Translate
  resources?: ResourceMap
}): HitGroup[] {
  return found.map(({ resource, records, hasMore }) => {
    const hits = records.map(({ id, name, field, value }): Hit => ({
      to: overviewPath(resources[resource], `/${resource}/${id}`),
      title: name,
      ...(field === null || value === null
        ? {}
        : { detail: `${translate(`resources.${resource}.fields.${field}`)}: ${shownValue(field, value)}` }),
    }))
    const more: Hit = {
      to: `${listPath(resource)}?filter=${encodeURIComponent(JSON.stringify({ q: text }))}`,
      title: translate('panels.search.more'),
      isMore: true,
    }
    return {
      name: resource,
      title: translate(`resources.${resource}.name`, { smart_count: 2 }),
      hits: hasMore ? [...hits, more] : hits,
    }
  })
}
