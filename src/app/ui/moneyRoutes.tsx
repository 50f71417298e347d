import { type LazyExoticComponent, type ReactElement, type ComponentType } from 'react'
import { Route } from 'react-router-dom'
import type { Actor } from '#engine/declaration/actor.ts'
import { lazyWithTexts } from '#engine/ui/shell/i18nProvider.ts'
import { fromAddress } from '#engine/ui/router/addresses.ts'
import { pagesFor } from '#engine/ui/router/pagesFor.ts'
import { type PageName } from '#resources/pages.ts'

/** What each page is drawn by; loaded when it is opened. */
const components: Readonly<Record<PageName, LazyExoticComponent<ComponentType>>> = {
  features: lazyWithTexts(() => import('#features/accounts/ui/features/FeaturesPage.tsx')),
  feeds: lazyWithTexts(() => import('#features/activity/ui/feeds/FeedsPage.tsx')),
  geolocation: lazyWithTexts(() => import('#features/tracking/ui/geolocation/GeolocationPage.tsx')),
  linkMisses: lazyWithTexts(() => import('#features/tracking/ui/misses/MissesPage.tsx')),
  jobs: lazyWithTexts(() => import('#engine/jobs/ui/JobsPage.tsx')),
  ledger: lazyWithTexts(() => import('#features/ledger/ui/LedgerPage.tsx')),
  migration: lazyWithTexts(() => import('#features/activity/ui/migration/MigrationPage.tsx')),
  payments: lazyWithTexts(() => import('#features/payouts/ui/PaymentsPage.tsx')),
  reconciliation: lazyWithTexts(() => import('#features/reconciliation/ui/ReconciliationPage.tsx')),
  trace: lazyWithTexts(() => import('#features/commission/ui/trace/TracePage.tsx')),
  studio: lazyWithTexts(() => import('#engine/studio/ui/StudioPage.tsx')),
  statement: lazyWithTexts(() => import('#features/ledger/ui/statement/StatementPage.tsx')),
  risk: lazyWithTexts(() => import('#features/risk/ui/RiskPage.tsx')),
  taxes: lazyWithTexts(() => import('#features/payouts/ui/taxes/TaxesPage.tsx')),
  unattributed: lazyWithTexts(() => import('#features/activity/ui/unattributed/UnattributedPage.tsx')),
}

/** The routes of the pages this person may open, under the paths that react-admin sees. */
export function moneyRoutes(actor: Actor): ReactElement[] {
  return pagesFor(actor).map(({ name, path }) => {
    const Page = components[name]
    return <Route key={name} path={fromAddress(path)} element={<Page />} />
  })
}
