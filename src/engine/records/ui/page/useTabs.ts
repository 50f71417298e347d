import { useMemo } from 'react'
import { useParams } from 'react-admin'
import { reports } from '#resources/reports/index.ts'
import type { Report } from '#engine/declaration/report.ts'
import { useActor, useConfiguredResource, useResources } from '../ResourcesContext.tsx'
import { barOf, type BarTab, formerTab, type NamedTab, tabNamed, tabPath, tabsFor } from './tabs.ts'

/** The tabs of the record's page. */
interface OwnTabs {
  readonly tabs: readonly BarTab[]
  /** All that stands in them. */
  readonly parts: readonly NamedTab[]
  /** The one that is open; undefined where the address names none. */
  readonly open: BarTab | undefined
  /** Where to go from the address of what once was a tab by itself. */
  readonly moved: string | undefined
  /** Where something of a tab is. */
  readonly pathOf: (part: NamedTab) => string
}

/** The tabs of the record's page, and the one that is open. */
export function useTabs(): OwnTabs {
  const resource = useConfiguredResource()
  const resources = useResources()
  const actor = useActor()
  const { id = '', '*': rest = '' } = useParams<{ id: string; '*': string }>()
  const parts = useMemo(
    () => tabsFor({ resource, resources, actor, reports: reports as unknown as Readonly<Record<string, Report>> }),
    [resource, resources, actor],
  )
  const tabs = useMemo(() => barOf(parts), [parts])
  const record = { resource: resource.name, id }
  const open = tabNamed(tabs, rest)
  const former = open || !resource.page ? undefined : formerTab(tabs, rest)
  return {
    tabs,
    parts,
    open,
    moved: former && tabPath(former, record),
    pathOf: ({ within }) =>
      tabPath(
        tabs.find(({ name }) => name === within)!,
        record,
      ),
  }
}
