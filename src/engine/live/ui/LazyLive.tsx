import { lazy, Suspense, useEffect, useState } from 'react'
import { eventStream } from './eventStream.ts'

const Live = lazy(() => import('./Live.tsx'))

/** Whoever only passes by is told nothing: a page is listened to once somebody stays, in milliseconds. */
const staysMs = 15_000

/** What colleagues do, once the page itself is there. */
export function LateLive() {
  const [isDue, setIsDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsDue(true), staysMs)
    const leave = eventStream.onWanted(() => setIsDue(true))
    return () => {
      clearTimeout(timer)
      leave()
    }
  }, [])
  return isDue ? (
    <Suspense fallback={null}>
      <Live />
    </Suspense>
  ) : null
}
