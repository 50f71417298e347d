import { lazy, type LazyExoticComponent, type ReactElement, type ComponentType } from 'react'
import { Route } from 'react-router-dom'
import type { Actor } from '../../../config/actor.ts'
import { withLateTexts } from '../../i18nProvider.ts'
import { fromAddress } from '../../router/addresses.ts'
import { type MoneyPageName, moneyPagesFor } from './moneyPages.ts'

/** What each page is drawn by; loaded when it is opened. */
const components: Readonly<Record<MoneyPageName, LazyExoticComponent<ComponentType>>> = {
  feeds: lazy(() => withLateTexts(import('../feeds/FeedsPage.tsx'))),
  geolocation: lazy(() => import('../geolocation/GeolocationPage.tsx')),
  jobs: lazy(() => import('../jobs/JobsPage.tsx')),
  ledger: lazy(() => withLateTexts(import('../ledger/LedgerPage.tsx'))),
  payments: lazy(() => import('../payments/PaymentsPage.tsx')),
  reconciliation: lazy(() => import('../reconciliation/ReconciliationPage.tsx')),
  trace: lazy(() => import('../trace/TracePage.tsx')),
  statement: lazy(() => import('../statement/StatementPage.tsx')),
  risk: lazy(() => withLateTexts(import('../risk/RiskPage.tsx'))),
  taxes: lazy(() => import('../taxes/TaxesPage.tsx')),
  unattributed: lazy(() => import('../unattributed/UnattributedPage.tsx')),
}

/** The routes of the pages this person may open, under the paths that react-admin sees. */
export function moneyRoutes(actor: Actor): ReactElement[] {
  return moneyPagesFor(actor).map(({ name, path }) => {
    const Page = components[name]
    return <Route key={name} path={fromAddress(path)} element={<Page />} />
  })
}
