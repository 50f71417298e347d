import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import { QueryClient } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { CoreAdminContext, memoryStore } from 'react-admin'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, Outlet, redirect, RouterProvider } from 'react-router-dom'
import polyglotI18nProvider from 'ra-i18n-polyglot'
import { defaultLanguage, isLanguage, type Language, languageKeys } from '#locales/languages.ts'
import { withOnDemand } from '#locales/compose.ts'
import { texts } from '#locales/texts.ts'
import type { SessionUser } from '#engine/auth/answers/session.ts'
import { isSwitchedOn } from '#engine/declaration/feature.ts'
import { actorOfUser } from '#engine/auth/actorOfUser.ts'
import { createAuthProvider } from '#engine/auth/ui/authProvider.ts'
import { brand } from '#engine/ui/shell/brand.ts'
import { createDataProvider } from '#engine/records/ui/dataProvider.ts'
import { muiThemeOf } from '#engine/ui/shell/muiTheme.ts'
import { OfficeProvider, type OfficeCalls } from '#engine/ui/shell/OfficeContext.tsx'
import { SingleToast } from '#engine/ui/shell/OneNotice.tsx'
import { SessionNotices } from '#engine/ui/shell/SessionNotices.tsx'
import { StepUpDialog } from '#engine/ui/shell/StepUpDialog.tsx'
import { missingChunks } from '#engine/ui/chunks/missingChunks.ts'
import { ResourcesProvider } from '#engine/records/ui/ResourcesContext.tsx'
import type { Session } from '#engine/auth/ui/session/session.ts'
import { createStepUp } from '#engine/auth/ui/session/stepUp.ts'
import { offerAsApp } from '#features/portal/ui/asApp.ts'
import { PortalOff } from './PortalOff.tsx'
import { PortalShell } from './PortalShell.tsx'
import { morePath, portalPagesFor } from './portalPages.ts'
import { portalPath } from '#engine/ui/router/pagePaths.ts'

const MorePage = lazy(() => import('./MorePage.tsx'))

type Messages = Awaited<ReturnType<Parameters<typeof polyglotI18nProvider>[0]>>

const languageKey = 'language'

/** What was chosen in this browser, else the affiliate's own language. */
function languageOf(user: SessionUser): Language {
  const chosen = localStorage.getItem(languageKey)
  return [chosen, user.settings.language].find(isLanguage) ?? defaultLanguage
}

/** The office's texts, those of its single pages that stand here as well, and the portal's own, each language loaded when it is first shown. */
async function createTexts(first: Language) {
  const load = async (language: Language): Promise<Messages> => {
    const [{ firstMessages }, { portal }, onDemand] = await Promise.all([
      texts[language].first(),
      texts[language].portal(),
      texts[language].onDemand(),
    ])
    return { ...withOnDemand(firstMessages, onDemand), portal } as unknown as Messages
  }
  const loaded = await load(first)
  const provider = polyglotI18nProvider(
    (locale) => (locale === first ? loaded : (load(locale as Language) as never)),
    first,
    languageKeys.map((locale) => ({ locale, name: locale })),
  )
  document.documentElement.lang = first
  return {
    ...provider,
    changeLocale: async (locale: string, options?: unknown) => {
      await provider.changeLocale(locale, options)
      document.documentElement.lang = locale
    },
  }
}

const callsOf = (session: Session, user: SessionUser, takeGreeting: () => boolean): OfficeCalls => ({
  savePreferences: async ({ language }) => {
    if (!language) return
    localStorage.setItem(languageKey, language)
    // In this language the affiliate is written to as well.
    await session.callApi(`/api/affiliate/${user.affiliate}/language`, { method: 'POST', body: { language } })
  },
  logout: () => void session.logout(),
  takeGreeting,
  onTrouble: (listener) =>
    session.notices.subscribe((notice) => {
      if (notice) listener(notice)
    }),
})

interface PortalProps {
  readonly user: SessionUser
  readonly session: Session
  readonly i18nProvider: Awaited<ReturnType<typeof createTexts>>
}

function Portal({ session, i18nProvider }: Omit<PortalProps, 'user'>) {
  const [parts] = useState(() => {
    const stepUp = createStepUp(session.send)
    return {
      stepUp,
      dataProvider: createDataProvider(stepUp.send),
      authProvider: createAuthProvider(session),
      store: memoryStore(),
      theme: muiThemeOf(brand, 'light', 'comfortable'),
      queryClient: new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false } } }),
    }
  })
  const { stepUp, theme, ...context } = parts
  return (
    <CoreAdminContext {...context} i18nProvider={i18nProvider}>
      <ThemeProvider theme={theme}>
        <CssBaseline enableColorScheme />
        <PortalShell>
          <Outlet />
        </PortalShell>
        <SessionNotices />
        <SingleToast />
        <StepUpDialog stepUp={stepUp} />
      </ThemeProvider>
    </CoreAdminContext>
  )
}

/** Puts the portal on the page for an affiliate in its own session; returns how to take it away. */
export async function openPortal(
  element: HTMLElement,
  { user, session, takeGreeting }: { user: SessionUser; session: Session; takeGreeting: () => boolean },
): Promise<() => void> {
  const i18nProvider = await createTexts(languageOf(user))
  const office = (
    <OfficeProvider user={user} calls={callsOf(session, user, takeGreeting)}>
      <ResourcesProvider actor={actorOfUser(user)}>
        <Portal session={session} i18nProvider={i18nProvider} />
      </ResourcesProvider>
    </OfficeProvider>
  )
  const pages = [
    ...portalPagesFor(user).map(({ path, Page }) => ({ path, element: <Page /> })),
    { path: morePath, element: <MorePage /> },
    { path: '*', loader: () => redirect(portalPath) },
  ]
  const isThere = isSwitchedOn(user.company ?? {}, { feature: 'portal' })
  const router = createBrowserRouter([
    { element: office, children: isThere ? pages : [{ path: '*', element: <PortalOff /> }] },
  ])
  const root = createRoot(element)
  const leaveParts = missingChunks.attend()
  const withdrawApp = offerAsApp()
  root.render(<RouterProvider router={router} useTransitions={false} />)
  return () => {
    leaveParts()
    withdrawApp()
    root.unmount()
    router.dispose()
  }
}
