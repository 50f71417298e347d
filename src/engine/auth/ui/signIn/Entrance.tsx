import { isAfterSignOut } from '../session/afterSignOut.ts'
import { type ComponentType, Suspense, useCallback, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { isWelcome } from '#engine/ui/shell/entryRouting.ts'
import { CredentialsPage } from './CredentialsPage.tsx'
import { EntranceProvider, useSignIn } from './EntranceContext.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'
import { KeyPage } from './KeyPage.tsx'
import { SecondStepPage } from './SecondStepPage.tsx'
import type { SignInCalls } from './SignInCalls.ts'
import './entrance.css'

const pathOf = () => window.location.pathname.replace(/\/+$/, '') || '/'

/** The step shown: a path, and its number in order, because the second step may follow the first at the same path. */
interface Position {
  readonly path: string
  readonly number: number
}

/** Where one is, and the way to another path that keeps where one wanted to go (`?next=`). */
function usePosition(): [Position, (path: string) => void] {
  const [position, setPosition] = useState<Position>(() => ({ path: pathOf(), number: 0 }))
  const show = (path: string) => setPosition(({ number }) => ({ path, number: number + 1 }))
  useEffect(() => {
    const onPopState = () => show(pathOf())
    window.addEventListener('popstate', onPopState)
    return () => window.removeEventListener('popstate', onPopState)
  }, [])
  const goTo = useCallback((target: string) => {
    window.history.pushState(null, '', `${target}${window.location.search}`)
    window.scrollTo(0, 0)
    show(target)
  }, [])
  return [position, goTo]
}

/** Which notice stands above the sign-in form. */
function useNotice(path: string): string | null {
  const { signIn } = useSignIn().texts
  const hasNext = new URLSearchParams(window.location.search).has('next')
  // Only a session that ended by itself leads to /login with a page to come back to; whoever comes without having
  // signed out may never have been signed in.
  if (path === '/login') return hasNext ? signIn.ended : isAfterSignOut(window.history.state) ? signIn.signedOut : null
  return hasNext ? signIn.wanted : null
}

interface SignInProps {
  readonly calls: SignInCalls
  /** Called once a session is there. */
  readonly enter: () => void
  /** The pages for people without an account. */
  readonly WelcomePages: ComponentType<{ path: string }>
}

function Step({ path, WelcomePages }: { path: string } & Pick<SignInProps, 'WelcomePages'>) {
  const { calls } = useSignIn()
  const notice = useNotice(path)
  const due = calls.dueSecondStep()
  if (isWelcome(path))
    return (
      <Suspense>
        <WelcomePages path={path} />
      </Suspense>
    )
  if (path === '/login/partner') return <KeyPage kind="partner" />
  if (path === '/login/affiliate') return <KeyPage kind="affiliate" />
  // Signed out of a session one stands at /login without a second step that is due: sign in anew from there.
  if (path === '/login' && due) return <SecondStepPage otpauthUrl={due.otpauthUrl} />
  if (path === '/' || path === '/login') return <CredentialsPage notice={notice} />
  return <NotFoundPage />
}

/** Every page of the sign-in app. */
export function SignInApp({ calls, enter, WelcomePages }: SignInProps) {
  const [{ path, number }, goTo] = usePosition()
  return (
    <EntranceProvider calls={calls} goTo={goTo} enter={enter}>
      <Step key={number} path={path} WelcomePages={WelcomePages} />
    </EntranceProvider>
  )
}

/** Puts the entrance on the page; returns how to take it away. */
export function mountSignIn(element: HTMLElement, props: SignInProps): () => void {
  const root = createRoot(element)
  root.render(<SignInApp {...props} />)
  return () => root.unmount()
}
