import { lazy } from 'react'
import { isListTab, isReportTab, type PageTab } from '../../../config/recordPage.ts'

const OverviewTab = lazy(() => import('./OverviewTab.tsx'))
const RelatedList = lazy(() => import('./RelatedList.tsx'))
const ReportTabContent = lazy(() => import('./ReportTabContent.tsx'))
const HistoryPanel = lazy(() => import('../../panels/history/HistoryPanel.tsx'))

/** What stands in a tab besides the form. Each kind is loaded when it is opened. */
export default function TabContent({ tab }: { tab: PageTab }) {
  if (isListTab(tab)) return <RelatedList key={tab.list} tab={tab} />
  if (isReportTab(tab)) return <ReportTabContent key={tab.report} tab={tab} />
  if (tab === 'overview') return <OverviewTab />
  return tab === 'history' ? <HistoryPanel /> : null
}
