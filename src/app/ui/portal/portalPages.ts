import { lazy, type LazyExoticComponent, type ComponentType } from 'react'
import type { SessionUser } from '#engine/auth/answers/session.ts'
import { type FeatureReader, isSwitchedOn, type OfFeature } from '#engine/declaration/feature.ts'
import { portalPath } from '#engine/ui/router/pagePaths.ts'

/** The titles under which telephones have what their bar has no room for: `portal.more.{title}`. */
export const moreTitles = ['promote', 'see', 'account'] as const

/** Where that page is. */
export const morePath = `${portalPath}/more`

/** A page of the portal: its label is `portal.pages.{name}`. */
export interface PortalPage extends OfFeature {
  readonly name: string
  readonly path: string
  /** Where telephones have it: in the bar at the bottom, or under a title of the page that leads to the others. */
  readonly place: 'bar' | (typeof moreTitles)[number]
  readonly Page: LazyExoticComponent<ComponentType>
}

/** The pages of the portal in the order of its menu, each loaded when it is opened. */
export const portalPages: readonly PortalPage[] = [
  {
    name: 'overview',
    path: portalPath,
    place: 'bar',
    Page: lazy(() => import('#features/portal/ui/OverviewPage.tsx')),
  },
  {
    name: 'links',
    path: `${portalPath}/links`,
    place: 'bar',
    Page: lazy(() => import('#features/tracking/ui/portal/LinksPage.tsx')),
  },
  {
    name: 'codes',
    feature: 'promoCodes',
    path: `${portalPath}/codes`,
    place: 'promote',
    Page: lazy(() => import('#features/tracking/ui/portal/CodesPage.tsx')),
  },
  {
    name: 'media',
    feature: 'media',
    path: `${portalPath}/media`,
    place: 'promote',
    Page: lazy(() => import('#features/media/ui/portal/MediaPage.tsx')),
  },
  {
    name: 'sites',
    feature: 'sites',
    path: `${portalPath}/sites`,
    place: 'promote',
    Page: lazy(() => import('#features/affiliates/ui/portal/SitesPage.tsx')),
  },
  {
    name: 'reports',
    path: `${portalPath}/reports`,
    place: 'see',
    Page: lazy(() => import('#features/reporting/ui/portal/ReportsPage.tsx')),
  },
  {
    name: 'entries',
    path: `${portalPath}/entries`,
    place: 'bar',
    Page: lazy(() => import('#features/payouts/ui/portal/EntriesPage.tsx')),
  },
  {
    name: 'payments',
    path: `${portalPath}/payments`,
    place: 'bar',
    Page: lazy(() => import('#features/payouts/ui/portal/PaymentsPage.tsx')),
  },
  {
    name: 'statement',
    feature: 'statements',
    path: `${portalPath}/statement`,
    place: 'see',
    Page: lazy(() => import('#features/ledger/ui/portal/StatementPage.tsx')),
  },
  {
    name: 'deal',
    path: `${portalPath}/deal`,
    place: 'see',
    Page: lazy(() => import('#features/deals/ui/portal/DealPage.tsx')),
  },
  {
    name: 'postbacks',
    feature: 'webhooks',
    path: `${portalPath}/postbacks`,
    place: 'account',
    Page: lazy(() => import('#features/webhooks/ui/portal/PostbacksPage.tsx')),
  },
  {
    name: 'questions',
    path: `${portalPath}/questions`,
    place: 'see',
    Page: lazy(() => import('#features/portal/ui/QuestionsPage.tsx')),
  },
  {
    name: 'help',
    path: `${portalPath}/help`,
    place: 'account',
    Page: lazy(() => import('#features/portal/ui/HelpPage.tsx')),
  },
  {
    name: 'account',
    path: `${portalPath}/account`,
    place: 'account',
    Page: lazy(() => import('#features/accounts/ui/portal/AccountPage.tsx')),
  },
]

/** The reader's facts that decide which pages of the portal are shown. */
type PortalReader = Pick<SessionUser, 'viewedBy'> & { readonly company: FeatureReader | null }

/**
 * Those that somebody sees: what is the affiliate's own account is not for staff who look at its pages, and what the
 * company switched off is for nobody.
 */
export const portalPagesFor = (user: PortalReader | null): readonly PortalPage[] =>
  portalPages.filter(
    (page) =>
      isSwitchedOn(user?.company ?? {}, { feature: 'portal' }) &&
      isSwitchedOn(user?.company ?? {}, page) &&
      (user?.viewedBy === undefined || page.name !== 'account'),
  )
