import { useMemo } from 'react'
import { useParams } from 'react-admin'
import { reports } from '#resources/reports/index.ts'
import type { Report } from '#engine/declaration/report.ts'
import { useActor, useConfiguredResource, useResources } from '../ResourcesContext.tsx'
import { type NamedTab, tabNamed, tabsFor } from './tabs.ts'

/** The tabs of the record's page, and the one that is open; undefined where the address names none. */
export function useTabs(): { readonly tabs: readonly NamedTab[]; readonly open: NamedTab | undefined } {
  const resource = useConfiguredResource()
  const resources = useResources()
  const actor = useActor()
  const { '*': rest = '' } = useParams<{ '*': string }>()
  const tabs = useMemo(
    () => tabsFor({ resource, resources, actor, reports: reports as unknown as Readonly<Record<string, Report>> }),
    [resource, resources, actor],
  )
  return { tabs, open: tabNamed(tabs, rest) }
}
