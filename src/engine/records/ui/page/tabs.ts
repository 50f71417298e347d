/** Which tabs the page of a record has for a person, and where they are. Pure, so that it can be tested without a page. */
import type { Actor } from '#engine/declaration/actor.ts'
import { can, mayReadNotes, mayReadReport } from '#engine/declaration/derive/access.ts'
import { datedFields } from '#engine/declaration/derive/table.ts'
import { isListTab, isReportTab, type PageTab } from '#engine/declaration/recordPage.ts'
import type { Report } from '#engine/declaration/report.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import type { ResourceMap } from '../ResourcesContext.tsx'

/** What is declared as a tab, with its name; notes stand beside it where the resource has them. */
export interface NamedTab {
  readonly name: string
  readonly tab: PageTab | 'notes'
  /** The tab of the page in which it stands: its own, unless it stands together with others. */
  readonly within: string
}

/** A tab of the page. */
export interface BarTab {
  /** Stands in the address. */
  readonly name: string
  readonly parts: readonly NamedTab[]
}

interface Reader {
  readonly resource: AnyResource
  readonly resources: ResourceMap
  readonly reports: Readonly<Record<string, Report>>
  readonly actor: Actor
}

function mayOpen(tab: PageTab, { resource, resources, reports, actor }: Reader): boolean {
  const listed = isListTab(tab) ? resources[tab.list] : undefined
  if (isListTab(tab)) {
    const [reference, further] = tab.by.split('.') as [string, string | undefined]
    const via = further === undefined ? listed : resources[listed?.fields[reference]?.target ?? '']
    return [listed, via].every((each) => each !== undefined && can({ actor, resource: each, operation: 'list' }))
  }
  const report = isReportTab(tab) ? reports[tab.report] : undefined
  if (isReportTab(tab)) return report !== undefined && mayReadReport({ actor, report })
  return tab !== 'history' || datedFields(resource).length > 0
}

/** What this person may open, in the order of the declaration. */
export function tabsFor(reader: Reader): NamedTab[] {
  const { resource, actor } = reader
  const groups = Object.entries(resource.page?.together ?? {})
  const declared = Object.entries(resource.page?.tabs ?? {})
    .filter(([, tab]) => mayOpen(tab, reader))
    .map(([name, tab]): NamedTab => {
      return { name, tab, within: groups.find(([, names]) => names.includes(name))?.[0] ?? name }
    })
  const first = declared.findIndex(({ tab }) => tab === 'history' || tab === 'form')
  const hasNotes = mayReadNotes({ actor, resource }) && !resource.page?.timeline && first >= 0
  return hasNotes ? declared.toSpliced(first, 0, { name: 'notes', tab: 'notes', within: 'notes' }) : declared
}

/** The tabs of the page: where the first of those that stand together is, all of them are. */
export function barOf(tabs: readonly NamedTab[]): BarTab[] {
  return [...Map.groupBy(tabs, ({ within }) => within)].map(([name, parts]) => ({ name, parts }))
}

/** Where a tab is. The form stays where the record's page always was. */
export function tabPath({ name, parts }: BarTab, { resource, id }: { resource: string; id: number | string }): string {
  const page = `/${resource}/${encodeURIComponent(id)}`
  return parts.some(({ tab }) => tab === 'form') ? page : `${page}/${name}`
}

/** The tab of an address: what stands behind the record's id. Undefined where there is none of that name. */
export function tabNamed(bar: readonly BarTab[], rest: string): BarTab | undefined {
  return bar.find(({ name, parts }) => {
    const hasForm = parts.some(({ tab }) => tab === 'form')
    return rest === '' ? hasForm : !hasForm && name === rest
  })
}

/** The tab in which stands what once was one by itself; undefined where there never was one of that name. */
export function formerTab(bar: readonly BarTab[], rest: string): BarTab | undefined {
  return rest === 'notes'
    ? bar.find(({ name }) => name === 'overview')
    : bar.find(({ name, parts }) => parts.some((part) => part.name === rest && part.name !== name))
}
