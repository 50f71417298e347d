import { lazy } from 'react'
import { isListTab, isReportTab } from '#engine/declaration/recordPage.ts'
import { lazyWithTexts } from '#engine/ui/shell/i18nProvider.ts'
import { slots } from '#engine/ui/slots.ts'
import type { NamedTab } from './tabs.ts'

const OverviewTab = lazy(() => import('./OverviewTab.tsx'))
const RelatedList = lazy(() => import('./RelatedList.tsx'))
const NotesPanel = lazyWithTexts(() => import('#engine/notes/ui/NotesPanel.tsx'))
const HistoryPanel = lazy(() => import('#engine/history/ui/HistoryPanel.tsx'))

/** What stands in a tab besides the form. Each kind is loaded when it is opened. */
export default function TabContent({ tab }: Pick<NamedTab, 'tab'>) {
  if (isListTab(tab)) return <RelatedList key={tab.list} tab={tab} />
  const { reportTab: ReportTab } = slots()
  if (isReportTab(tab)) return ReportTab && <ReportTab key={tab.report} tab={tab} />
  if (tab === 'notes') return <NotesPanel />
  if (tab === 'overview') return <OverviewTab />
  return tab === 'history' ? <HistoryPanel /> : null
}
