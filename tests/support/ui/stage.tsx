import { createTheme, ThemeProvider } from '@mui/material/styles'
import { render } from '@testing-library/react'
import {
  CoreAdminContext,
  type DataProvider,
  memoryStore,
  Resource,
  type Store,
  testDataProvider,
  TestMemoryRouter,
  useNotificationContext,
  useTranslate,
} from 'react-admin'
import polyglotI18nProvider from 'ra-i18n-polyglot'
import type { ReactElement } from 'react'
import { Route, Routes as PlainRoutes } from 'react-router-dom'
import { messages as texts } from '#locales/pt/index.ts'
import { portal } from '#locales/pt/portal.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { ResourcesProvider } from '#engine/records/ui/ResourcesContext.tsx'
import { routerProvider } from '#engine/ui/router/routerProvider.tsx'

const messages = { ...texts, portal }

/* What jsdom does not have and pages ask for. */
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
globalThis.IntersectionObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
} as never
Element.prototype.scrollIntoView ??= () => undefined

const theme = createTheme({
  transitions: { create: () => 'none' },
  components: { MuiButtonBase: { defaultProps: { disableRipple: true } } },
})

interface StageRequest {
  readonly actor: Actor
  readonly resources: Readonly<Record<string, AnyResource>>
  /** react-admin's pages of the first resource. */
  readonly pages: { readonly list?: ReactElement; readonly create?: ReactElement; readonly edit?: ReactElement }
  /** Other pages, by path. */
  readonly others?: Readonly<Record<string, ReactElement>>
  /** The address the browser stands at. */
  readonly at: string
  readonly dataProvider?: Readonly<Record<string, unknown>>
  /** What the browser remembers; nothing where it is not said. */
  readonly store?: Store
  /** Through the product's own router, which shows the specification's addresses for the plain names inside. */
  readonly isTranslated?: boolean
}

/** How the newest notice is taken back. */
let undo = () => {}

function Notices() {
  const translate = useTranslate()
  const { notifications } = useNotificationContext()
  const newest = notifications.at(-1)?.notificationOptions as { onUndo?: () => void } | undefined
  undo = newest?.onUndo ?? (() => {})
  return (
    <ul aria-label="notices">
      {notifications.map(({ message, notificationOptions }, index) => (
        <li key={index}>{translate(String(message), notificationOptions?.messageArgs)}</li>
      ))}
    </ul>
  )
}

/**
 * Shows pages in Portuguese, on a data provider of the test's own.
 * @returns what testing-library does, and where the browser stands.
 */
export function stage({
  actor,
  resources,
  pages,
  others = {},
  at,
  dataProvider,
  store = memoryStore(),
  isTranslated = false,
}: StageRequest) {
  const Routes = isTranslated ? routerProvider.Routes : PlainRoutes
  const i18nProvider = polyglotI18nProvider(() => messages, 'pt', [{ locale: 'pt', name: 'pt' }], {
    allowMissing: true,
  })
  const provider = testDataProvider({
    getList: async () => ({ data: [], total: 0 }),
    getMany: async () => ({ data: [] }),
    ...dataProvider,
  } as unknown as Partial<DataProvider>)
  const [name] = Object.keys(resources)
  const location = { pathname: '', search: '' }
  const view = render(
    <TestMemoryRouter initialEntries={[at]} locationCallback={(where) => Object.assign(location, where)}>
      <CoreAdminContext
        dataProvider={provider}
        i18nProvider={i18nProvider}
        store={store}
        {...(isTranslated ? { routerProvider } : {})}
      >
        <ThemeProvider theme={theme}>
          <ResourcesProvider actor={actor} resources={resources}>
            <Routes>
              {Object.entries(others).map(([path, page]) => (
                <Route key={path} path={path} element={page} />
              ))}
              <Route path={`/${name}/*`} element={<Resource name={name!} {...pages} />} />
              <Route path="*" element={<p>elsewhere</p>} />
            </Routes>
            <Notices />
          </ResourcesProvider>
        </ThemeProvider>
      </CoreAdminContext>
    </TestMemoryRouter>,
  )
  return { ...view, location, undo: () => undo() }
}
