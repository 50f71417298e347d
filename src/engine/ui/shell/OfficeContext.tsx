import type { FeatureReader } from '#engine/declaration/feature.ts'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { applyBrand } from './brand.ts'
import { countDaysIn } from '#engine/ui/fields/today.ts'
import { debounceMs } from '#engine/ui/fields/debounce.ts'
import type { Language } from '#locales/languages.ts'
import { defaultPreferences, type LayoutPreferences } from './preferences.ts'

/** Who sits in the office, as the layout shows it. */
export interface OfficeUser {
  readonly name: string
  readonly company: (FeatureReader & { readonly name: string; readonly timeZone?: string }) | null
  readonly roles?: readonly string[] | null
  readonly root: boolean
  /** Who of the staff looks at the pages of this affiliate. */
  readonly viewedBy?: string
}

/** What the session can run into (specification, section 8). */
export type SessionProblem = 'networkError' | 'unauthorized' | 'sessionExpired'

/** What the office needs of the session. */
export interface OfficeCalls {
  /** Keeps what was chosen with the user on the server. */
  savePreferences: (chosen: { language?: Language; layout?: LayoutPreferences }) => Promise<void>
  /** Ends the session, clears what the browser keeps, and leaves. */
  logout: () => void
  /** Calls back on every trouble of the session until the returned function is called. */
  onTrouble: (listener: (trouble: SessionProblem) => void) => () => void
  /** Asks the API without saying what goes wrong: what the page hears of others is nobody's request. */
  listenQuietly?: (path: string, init: RequestInit) => Promise<Response>
  /** Whether somebody signed in just now and it was not said yet; asked once. */
  takeGreeting?: () => boolean
}

interface OfficeValue extends OfficeCalls {
  /** Null on a public page without a session. */
  readonly user: OfficeUser | null
  readonly preferences: LayoutPreferences
  /** Shows the choice at once and keeps it with the user. */
  readonly choose: (choice: Partial<LayoutPreferences>) => void
  /** The last choice could not be kept on the server. */
  readonly hasSaveFailed: boolean
}

const OfficeContext = createContext<OfficeValue | null>(null)

/** Who is here, and how they have the pages laid out. */
export function useOffice(): OfficeValue {
  const value = useContext(OfficeContext)
  if (!value) throw new Error('The layout stands inside its provider')
  return value
}

/** Whoever signs out right after a choice waits this long at most for it to be saved. */
const signOutWithinMs = 1_000

/** Provides what {@link useOffice} reads. */
export function OfficeProvider({
  user,
  initial = defaultPreferences,
  calls,
  children,
}: {
  user: OfficeUser | null
  initial?: LayoutPreferences
  calls: OfficeCalls
  children: ReactNode
}) {
  countDaysIn(user?.company?.timeZone)
  const [preferences, setPreferences] = useState(initial)
  const [hasSaveFailed, setHasSaveFailed] = useState(false)
  const latest = useRef(initial)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const save = useCallback(async () => {
    clearTimeout(timer.current)
    timer.current = undefined
    await calls.savePreferences({ layout: latest.current }).then(
      () => setHasSaveFailed(false),
      () => setHasSaveFailed(true),
    )
  }, [calls])
  const choose = useCallback(
    (choice: Partial<LayoutPreferences>) => {
      latest.current = { ...latest.current, ...choice }
      setPreferences(latest.current)
      applyBrand(latest.current.mode)
      clearTimeout(timer.current)
      if (user) timer.current = setTimeout(() => void save(), debounceMs)
    },
    [save, user],
  )

  // A choice that is still waiting to be saved goes out before the page does.
  useEffect(() => {
    const onLeave = () => {
      if (timer.current !== undefined) void save()
    }
    window.addEventListener('pagehide', onLeave)
    return () => window.removeEventListener('pagehide', onLeave)
  }, [save])
  const logout = useCallback(() => {
    if (timer.current === undefined) return calls.logout()
    void Promise.race([
      save(),
      new Promise((go) => {
        setTimeout(go, signOutWithinMs)
      }),
    ]).then(calls.logout)
  }, [calls, save])

  const value = useMemo(
    () => ({ ...calls, logout, user, preferences, choose, hasSaveFailed }),
    [calls, logout, user, preferences, choose, hasSaveFailed],
  )
  return <OfficeContext.Provider value={value}>{children}</OfficeContext.Provider>
}
