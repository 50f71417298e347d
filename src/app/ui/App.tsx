import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import { QueryClient } from '@tanstack/react-query'
import {
  CoreAdminContext,
  CoreAdminUI,
  CustomRoutes,
  type DataProvider,
  type I18nProvider,
  type Store,
} from 'react-admin'
import { lazy, useMemo, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, Route, RouterProvider } from 'react-router-dom'
import { resources } from '#resources/index.ts'
import { reports } from '#resources/reports/index.ts'
import type { SessionUser } from '#engine/auth/answers/session.ts'
import { can } from '#engine/declaration/derive/access.ts'
import type { Report } from '#engine/declaration/report.ts'
import { createAuthProvider } from '#engine/auth/ui/authProvider.ts'
import { brand } from '#engine/ui/shell/brand.ts'
import { createDataProvider } from '#engine/records/ui/dataProvider.ts'
import { homeAddress, isPublicReport } from '#engine/ui/shell/entryRouting.ts'
import { createI18nProvider, lazyWithTexts } from '#engine/ui/shell/i18nProvider.ts'
import { Layout } from '#engine/ui/shell/Layout.tsx'
import { muiThemeOf } from '#engine/ui/shell/muiTheme.ts'
import { type OfficeCalls, OfficeProvider, useOffice } from '#engine/ui/shell/OfficeContext.tsx'
import { SingleToast } from '#engine/ui/shell/OneNotice.tsx'
import { StepUpDialog } from '#engine/ui/shell/StepUpDialog.tsx'
import { readPreferences } from '#engine/ui/shell/preferences.ts'
import { downloadsPath, hierarchyPath } from '#engine/ui/router/pagePaths.ts'
import { trashPath } from '#engine/records/ui/trash/trashPath.ts'
import { accountPath } from '#engine/auth/ui/account/accountPath.ts'
import { connectPath } from '#engine/auth/answers/programs.ts'
import { pageSlots } from './slots.tsx'
import { fillSlots, slots } from '#engine/ui/slots.ts'
import { moneyRoutes } from './moneyRoutes.tsx'
import { Elsewhere } from '#engine/ui/shell/notFound/Elsewhere.tsx'
import { NotFound } from '#engine/ui/shell/notFound/NotFound.tsx'
import { ConfiguredResources, preloadList } from '#engine/records/ui/ConfiguredResource.tsx'
import { createPreferenceSaver, KeeperProvider, openKeptLists } from '#engine/records/ui/list/preferences/keptLists.ts'
import { type ResourceMap, ResourcesProvider } from '#engine/records/ui/ResourcesContext.tsx'
import { missingChunks } from '#engine/ui/chunks/missingChunks.ts'
import { fromAddress } from '#engine/ui/router/addresses.ts'
import { routerProvider } from '#engine/ui/router/routerProvider.tsx'
import { actorOfUser } from '#engine/auth/actorOfUser.ts'
import { DraftsProvider } from '#engine/records/ui/form/draft/DraftsContext.ts'
import type { Drafts } from '#engine/auth/ui/session/drafts.ts'
import { type AskedAhead, createPrefetcher } from '#engine/auth/ui/session/prefetch.ts'
import { createOfficeStore } from '#engine/auth/ui/session/officeStore.ts'
import type { Session } from '#engine/auth/ui/session/session.ts'
import { createStepUp, type StepUp } from '#engine/auth/ui/session/stepUp.ts'
import { defaultLanguage, isLanguage, type Language } from '#locales/languages.ts'

const Dashboard = lazy(async () => ({ default: (await import('#features/home/ui/Dashboard.tsx')).Dashboard }))
const AccountPage = lazyWithTexts(async () => ({
  default: (await import('#engine/auth/ui/account/AccountPage.tsx')).AccountPage,
}))
const TrashPage = lazy(() => import('#engine/records/ui/trash/TrashPage.tsx'))
const DownloadsPage = lazy(() => import('#features/reporting/ui/downloads/DownloadsPage.tsx'))
const ConnectPage = lazyWithTexts(() => import('#engine/auth/ui/programs/ConnectPage.tsx'))
const HierarchyPage = lazyWithTexts(async () => ({
  default: (await import('#features/partners/ui/hierarchy/HierarchyPage.tsx')).HierarchyPage,
}))
const CohortPage = lazyWithTexts(() => import('#features/reporting/ui/cohorts/CohortPage.tsx'))
const ReportPage = lazy(async () => ({ default: (await import('#features/reporting/ui/ReportPage.tsx')).ReportPage }))

/**
 * The addresses of a report: its path; where it shows a structure of partners, also for one of them
 * (`…/{partnerToken}`).
 */
const addressesOf = ({ path, views }: Report) =>
  views.includes('structural') ? [path, `${path}/:partnerToken`] : [path]

/** Every report but the dashboard's, which has a page of its own; for visitors those that open without a session. */
function reportRoutes(isSignedIn: boolean) {
  const shown: Report[] = Object.values(reports).filter(
    ({ path }) => path !== homeAddress && (isSignedIn || isPublicReport(path)),
  )
  return shown.flatMap((report) =>
    addressesOf(report).map((path) => (
      <Route
        key={path}
        path={path}
        element={report.source === 'cohorts' ? <CohortPage report={report} /> : <ReportPage report={report} />}
      />
    )),
  )
}

/** Pages that are no resource's and no report's, for whoever is signed in. */
const ownRoutes = [
  <Route key={accountPath} path={accountPath} element={<AccountPage />} />,
  <Route key={connectPath} path={connectPath} element={<ConnectPage />} />,
  <Route key={hierarchyPath} path={hierarchyPath} element={<HierarchyPage />} />,
]

/** Addresses of the entrance, reached from inside: the gate decides anew. */
const entranceRoutes = ['/-/', '/login', '/login/partner'].map((path) => (
  <Route key={path} path={path} element={<Elsewhere />} />
))

interface OfficeProps {
  readonly user: SessionUser | null
  readonly dataProvider: DataProvider
  readonly i18nProvider: I18nProvider
  readonly session: Session
  readonly stepUp: StepUp
  readonly store: Store
}

/**
 * A call that cannot leave the machine fails and says so (specification, section 8): by default it would wait for the
 * network without a word, behind a button that turns.
 */
const newQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { networkMode: 'always', refetchOnReconnect: true },
      mutations: { networkMode: 'always' },
    },
  })

function Pages({ user, dataProvider, i18nProvider, session, stepUp, store }: OfficeProps) {
  const { mode, density } = useOffice().preferences
  const [queryClient] = useState(newQueryClient)
  const theme = useMemo(() => muiThemeOf(brand, mode, density), [mode, density])
  const authProvider = useMemo(() => (user ? createAuthProvider(session) : undefined), [user, session])
  return (
    <CoreAdminContext
      authProvider={authProvider}
      dataProvider={dataProvider}
      i18nProvider={i18nProvider}
      routerProvider={routerProvider}
      queryClient={queryClient}
      store={store}
    >
      <ThemeProvider theme={theme}>
        <CssBaseline enableColorScheme />
        <CoreAdminUI
          title={brand.title}
          layout={Layout}
          loginPage={false}
          disableTelemetry
          dashboard={user ? Dashboard : undefined}
          catchAll={user ? NotFound : Elsewhere}
          accessDenied={NotFound}
          authenticationError={Elsewhere}
        >
          <CustomRoutes noLayout>{entranceRoutes}</CustomRoutes>
          <CustomRoutes>
            {user
              ? [homeAddress, '/dashboard'].map((path) => <Route key={path} path={path} element={<Dashboard />} />)
              : null}
            {user ? ownRoutes : null}
            {user && actorOfUser(user).kind === 'user' ? (
              <Route path={downloadsPath} element={<DownloadsPage />} />
            ) : null}
            {user && actorOfUser(user).kind === 'user' ? <Route path={trashPath} element={<TrashPage />} /> : null}
            {user ? moneyRoutes(actorOfUser(user)) : null}
            <Route path="/404" element={<NotFound />} />
            {reportRoutes(user !== null)}
          </CustomRoutes>
          {user ? ConfiguredResources({ actor: actorOfUser(user) }) : null}
        </CoreAdminUI>
        <SingleToast />
        <StepUpDialog stepUp={stepUp} />
      </ThemeProvider>
    </CoreAdminContext>
  )
}

const languageKey = 'language'

function rememberedLanguage(): Language | null {
  const remembered = localStorage.getItem(languageKey)
  return isLanguage(remembered) ? remembered : null
}

/**
 * The user's language; without one of ours the one chosen in this browser; else English for whoever is signed in,
 * Portuguese for visitors.
 */
function languageOf(user: SessionUser | null): Language {
  if (isLanguage(user?.settings.language)) return user.settings.language
  return rememberedLanguage() ?? (user ? 'en' : defaultLanguage)
}

/**
 * A visitor and a partner's token have nowhere to keep preferences: the language stays in this browser, the rest holds
 * for this visit.
 */
const isKept = (user: SessionUser | null): user is SessionUser => user !== null && user.email !== null

function officeCallsOf({
  session,
  user,
  isOpen,
}: {
  session: Session
  user: SessionUser | null
  isOpen: () => boolean
}): Omit<OfficeCalls, 'takeGreeting'> {
  return {
    savePreferences: async (chosen) => {
      if (isKept(user)) await session.savePreferences(chosen)
      else if (chosen.language && isOpen()) localStorage.setItem(languageKey, chosen.language)
    },
    logout: () => void session.logout(),
    ...(isKept(user) ? { listenQuietly: session.sendQuietly } : {}),
    onTrouble: (listener) =>
      session.notices.subscribe((notice) => {
        if (notice) listener(notice)
      }),
  }
}

/**
 * Where a list is opened: loads it beside this file instead of after it, and asks for its rows while the office is still
 * being made. The list finds what it asks for on its way, or asks itself.
 */
async function openFirstList({ user, store, ahead }: { user: SessionUser; store: Store; ahead: AskedAhead }) {
  const { pathname, search } = window.location
  const actor = actorOfUser(user)
  const name = fromAddress(pathname).slice(1)
  const resource = (resources as unknown as ResourceMap)[name]
  if (!resource || slots().lists[name] || !can({ actor, resource, operation: 'list' })) return
  const firstRows = await preloadList()
  const asking = createDataProvider((path, init) => {
    ahead.ask(path, init)
    // Whoever shows the rows reads the answer.
    return new Promise(() => {})
  })
  void asking.getList(name, firstRows({ resource, actor, store, search }))
}

/** Puts the office on the page, for a person or (public reports) for nobody; returns how to take it away. */
export async function mountBackOffice(
  element: HTMLElement,
  {
    user,
    session,
    drafts,
    takeGreeting,
  }: { user: SessionUser | null; session: Session; drafts: Drafts; takeGreeting: () => boolean },
): Promise<() => void> {
  fillSlots(pageSlots, user ? actorOfUser(user) : {})
  const language = languageOf(user)
  const store = createOfficeStore({ session, user })
  store.setItem('locale', language)
  const ahead = createPrefetcher(session)
  const stepUp = createStepUp(ahead.send)
  const dataProvider = createDataProvider(stepUp.send)
  const calls = { ...officeCallsOf({ session, user, isOpen: store.isOpen }), takeGreeting }
  if (isKept(user)) openKeptLists({ store, resources: Object.keys(resources), stored: user.settings.lists })
  const [i18nProvider] = await Promise.all([
    createI18nProvider(language),
    // What does not come is loaded again where it is shown, and missed there.
    user && openFirstList({ user, store, ahead }).catch(() => undefined),
  ])
  const keeper = isKept(user) ? createPreferenceSaver((lists) => session.savePreferences({ lists })) : null
  const office = (
    <OfficeProvider user={user} initial={readPreferences(user?.settings.layout)} calls={calls}>
      <ResourcesProvider actor={user ? actorOfUser(user) : null}>
        <KeeperProvider value={keeper}>
          <DraftsProvider value={drafts}>
            <Pages
              user={user}
              dataProvider={dataProvider}
              i18nProvider={i18nProvider}
              session={session}
              stepUp={stepUp}
              store={store}
            />
          </DraftsProvider>
        </KeeperProvider>
      </ResourcesProvider>
    </OfficeProvider>
  )
  // A data router: without it nothing can ask about unsaved changes before leaving.
  const router = createBrowserRouter([{ path: '*', element: office }])
  const root = createRoot(element)
  const leaveParts = missingChunks.attend()
  root.render(<RouterProvider router={router} useTransitions={false} />)
  return () => {
    leaveParts()
    root.unmount()
    router.dispose()
  }
}
