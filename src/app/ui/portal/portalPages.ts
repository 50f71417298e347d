import { lazy, type LazyExoticComponent, type ComponentType } from 'react'
import { portalPath } from '#engine/ui/router/pagePaths.ts'

/** A page of the portal: its label is `portal.pages.{name}`. */
export interface PortalPage {
  readonly name: string
  readonly path: string
  readonly Page: LazyExoticComponent<ComponentType>
}

/** The pages of the portal in the order of its menu, each loaded when it is opened. */
export const portalPages: readonly PortalPage[] = [
  { name: 'overview', path: portalPath, Page: lazy(() => import('#features/portal/ui/OverviewPage.tsx')) },
  {
    name: 'links',
    path: `${portalPath}/links`,
    Page: lazy(() => import('#features/tracking/ui/portal/LinksPage.tsx')),
  },
  {
    name: 'codes',
    path: `${portalPath}/codes`,
    Page: lazy(() => import('#features/tracking/ui/portal/CodesPage.tsx')),
  },
  { name: 'media', path: `${portalPath}/media`, Page: lazy(() => import('#features/media/ui/portal/MediaPage.tsx')) },
  {
    name: 'sites',
    path: `${portalPath}/sites`,
    Page: lazy(() => import('#features/affiliates/ui/portal/SitesPage.tsx')),
  },
  {
    name: 'reports',
    path: `${portalPath}/reports`,
    Page: lazy(() => import('#features/reporting/ui/portal/ReportsPage.tsx')),
  },
  {
    name: 'entries',
    path: `${portalPath}/entries`,
    Page: lazy(() => import('#features/payouts/ui/portal/EntriesPage.tsx')),
  },
  {
    name: 'payments',
    path: `${portalPath}/payments`,
    Page: lazy(() => import('#features/payouts/ui/portal/PaymentsPage.tsx')),
  },
  {
    name: 'statement',
    path: `${portalPath}/statement`,
    Page: lazy(() => import('#features/ledger/ui/portal/StatementPage.tsx')),
  },
  { name: 'deal', path: `${portalPath}/deal`, Page: lazy(() => import('#features/deals/ui/portal/DealPage.tsx')) },
  {
    name: 'postbacks',
    path: `${portalPath}/postbacks`,
    Page: lazy(() => import('#features/webhooks/ui/portal/PostbacksPage.tsx')),
  },
  {
    name: 'questions',
    path: `${portalPath}/questions`,
    Page: lazy(() => import('#features/portal/ui/QuestionsPage.tsx')),
  },
  {
    name: 'account',
    path: `${portalPath}/account`,
    Page: lazy(() => import('#features/accounts/ui/portal/AccountPage.tsx')),
  },
]
