import { reactRouterProvider, type RouterProvider } from 'react-admin'
import {
  createContext,
  forwardRef,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import {
  Link as RouterLink,
  matchPath,
  Navigate as RouterNavigate,
  Routes as RouterRoutes,
  type To,
  useBlocker as useRouterBlocker,
  useLocation as useRouterLocation,
  useNavigate as useRouterNavigate,
  useNavigationType,
} from 'react-router-dom'
import { fromAddress, splitPath, targetAddress } from './addresses.ts'

type Location = ReturnType<RouterProvider['useLocation']>

const PlainLocation = createContext<Location | null>(null)

const plain = <L extends { pathname: string }>(location: L): L => ({
  ...location,
  pathname: fromAddress(location.pathname),
})

/** Where one is, in plain names. Read from the top: below a `Routes` the router's own location is plain already. */
function usePlainLocation(): Location {
  const location = useContext(PlainLocation)
  if (!location) throw new Error('The router provider works below its RouterWrapper only')
  return location
}

/** Goes to the top of the page where the path changes; going back keeps what the browser remembers. */
function useScrollToTop(pathname: string) {
  const before = useRef(pathname)
  const kind = useNavigationType()
  useEffect(() => {
    if (before.current !== pathname && kind !== 'POP') window.scrollTo(0, 0)
    before.current = pathname
  }, [pathname, kind])
}

function RouterWrapper({ children }: { children: ReactNode }) {
  const location = useRouterLocation()
  useScrollToTop(location.pathname)
  const value = useMemo(() => plain(location), [location])
  return <PlainLocation.Provider value={value}>{children}</PlainLocation.Provider>
}

const Link: RouterProvider['Link'] = forwardRef<HTMLAnchorElement, { to: To }>(function Link({ to, ...rest }, ref) {
  return <RouterLink ref={ref} to={targetAddress(to, usePlainLocation().pathname)} {...rest} />
})

const Navigate: RouterProvider['Navigate'] = ({ to, ...rest }) => (
  <RouterNavigate to={targetAddress(to, usePlainLocation().pathname)} {...rest} />
)

const Routes: RouterProvider['Routes'] = ({ children }) => (
  <RouterRoutes location={usePlainLocation()}>{children}</RouterRoutes>
)

const useNavigate: RouterProvider['useNavigate'] = () => {
  const navigate = useRouterNavigate()
  const { pathname } = usePlainLocation()
  const latest = useRef({ navigate, pathname })
  // The function stays the same one, so that nothing renders anew because somewhere else was gone to.
  useLayoutEffect(() => {
    latest.current = { navigate, pathname }
  }, [navigate, pathname])
  return useCallback((to, options) => {
    if (typeof to === 'number') return void latest.current.navigate(to)
    void latest.current.navigate(targetAddress(to, latest.current.pathname), options)
  }, [])
}

const useBlocker: RouterProvider['useBlocker'] = (shouldBlock) =>
  useRouterBlocker(
    typeof shouldBlock === 'function'
      ? ({ currentLocation, nextLocation, historyAction }) =>
          shouldBlock({ currentLocation: plain(currentLocation), nextLocation: plain(nextLocation), historyAction })
      : shouldBlock,
  ) as ReturnType<RouterProvider['useBlocker']>

const useMatch: RouterProvider['useMatch'] = ({ path, end }) =>
  matchPath({ path: fromAddressOrPlain(path), end: end ?? true }, usePlainLocation().pathname)

/** A pattern may be given either way. */
function fromAddressOrPlain(path: string): string {
  const { pathname } = splitPath(path)
  const inside = fromAddress(pathname)
  return inside.startsWith('/-/') ? pathname : inside
}

/**
 * react-admin's router: keeps entities' plain names inside and the specification's addresses outside (see
 * `addresses.ts`).
 * Needs react-router's data router around it, so that the question about unsaved changes works.
 */
export const routerProvider: RouterProvider = {
  ...reactRouterProvider,
  useLocation: usePlainLocation,
  useNavigate,
  useBlocker,
  useMatch,
  Link,
  Navigate,
  Routes,
  RouterWrapper,
}
