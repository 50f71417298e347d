import { lazy, Suspense, useEffect, useState } from 'react'
import type { StepUp, StepUpRequest } from '#engine/auth/ui/session/stepUp.ts'

const AskingProof = lazy(() => import('./AskingProof.tsx'))

/**
 * Asks for the authenticator's code or the present password wherever something is refused without it, and does it then.
 * What was typed before stays, however often it is wrong.
 */
export function StepUpDialog({ stepUp }: { stepUp: StepUp }) {
  const [request, setRequest] = useState<StepUpRequest | null>(null)
  useEffect(() => stepUp.subscribe(setRequest), [stepUp])
  return (
    request && (
      <Suspense fallback={null}>
        <AskingProof request={request} />
      </Suspense>
    )
  )
}
