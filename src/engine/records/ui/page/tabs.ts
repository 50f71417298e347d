/** Which tabs the page of a record has for a person, and where they are. Pure, so that it can be tested without a page. */
import type { Actor } from '#engine/declaration/actor.ts'
import { can, mayReadNotes, mayReadReport } from '#engine/declaration/derive/access.ts'
import { datedFields } from '#engine/declaration/derive/table.ts'
import { isListTab, isReportTab, type PageTab } from '#engine/declaration/recordPage.ts'
import type { Report } from '#engine/declaration/report.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import type { ResourceMap } from '../ResourcesContext.tsx'

/** A tab with its name, which stands in the address. */
export interface NamedTab {
  readonly name: string
  /** What is declared; notes stand beside it where the resource has them. */
  readonly tab: PageTab | 'notes'
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

/** The tabs that this person may open, in the order of the declaration. */
export function tabsFor(reader: Reader): NamedTab[] {
  const { resource, actor } = reader
  const declared = Object.entries(resource.page?.tabs ?? {})
    .filter(([, tab]) => mayOpen(tab, reader))
    .map(([name, tab]): NamedTab => ({ name, tab }))
  const first = declared.findIndex(({ tab }) => tab === 'history' || tab === 'form')
  const hasNotes = mayReadNotes({ actor, resource }) && first >= 0
  return hasNotes ? declared.toSpliced(first, 0, { name: 'notes', tab: 'notes' }) : declared
}

/** Where a tab is. The form stays where the record's page always was. */
export function tabPath({ resource, id, name, tab }: NamedTab & { resource: string; id: number | string }): string {
  const page = `/${resource}/${encodeURIComponent(id)}`
  return tab === 'form' ? page : `${page}/${name}`
}

/** The tab of an address: what stands behind the record's id. Undefined where there is none of that name. */
export function tabNamed(tabs: readonly NamedTab[], rest: string): NamedTab | undefined {
  return tabs.find(({ name, tab }) => (rest === '' ? tab === 'form' : tab !== 'form' && name === rest))
}
