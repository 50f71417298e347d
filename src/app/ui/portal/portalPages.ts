import { lazy, type LazyExoticComponent, type ComponentType } from 'react'
import { portalPath } from './portalPath.ts'

/** A page of the portal: its label is `portal.pages.{name}`. */
export interface PortalPage {
  readonly name: string
  readonly path: string
  readonly Page: LazyExoticComponent<ComponentType>
}

/** The pages of the portal in the order of its menu, each loaded when it is opened. */
export const portalPages: readonly PortalPage[] = [
  { name: 'overview', path: portalPath, Page: lazy(() => import('./pages/OverviewPage.tsx')) },
  { name: 'links', path: `${portalPath}/links`, Page: lazy(() => import('./pages/LinksPage.tsx')) },
  { name: 'codes', path: `${portalPath}/codes`, Page: lazy(() => import('./pages/CodesPage.tsx')) },
  { name: 'media', path: `${portalPath}/media`, Page: lazy(() => import('./pages/MediaPage.tsx')) },
  { name: 'sites', path: `${portalPath}/sites`, Page: lazy(() => import('./pages/SitesPage.tsx')) },
  { name: 'reports', path: `${portalPath}/reports`, Page: lazy(() => import('./pages/ReportsPage.tsx')) },
  { name: 'entries', path: `${portalPath}/entries`, Page: lazy(() => import('./pages/EntriesPage.tsx')) },
  { name: 'payments', path: `${portalPath}/payments`, Page: lazy(() => import('./pages/PaymentsPage.tsx')) },
  { name: 'statement', path: `${portalPath}/statement`, Page: lazy(() => import('./pages/StatementPage.tsx')) },
  { name: 'deal', path: `${portalPath}/deal`, Page: lazy(() => import('./pages/DealPage.tsx')) },
  { name: 'postbacks', path: `${portalPath}/postbacks`, Page: lazy(() => import('./pages/PostbacksPage.tsx')) },
  { name: 'questions', path: `${portalPath}/questions`, Page: lazy(() => import('./pages/QuestionsPage.tsx')) },
  { name: 'account', path: `${portalPath}/account`, Page: lazy(() => import('./pages/AccountPage.tsx')) },
]
