import { useEffect, useState } from 'react'
import { useSignIn } from '../signIn/EntranceContext.tsx'
import { useFormSubmit } from './useCall.ts'

/** What the private link that led here opens, or why it opens nothing; its token stands behind `#` in the address. */
export function useLink<Answer>(path: string) {
  const { explain } = useSignIn()
  const { send } = useFormSubmit()
  const [token] = useState(() => window.location.hash.slice(1))
  const [found, setFound] = useState<Answer | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    const fail = async (error: unknown) => setFailure(await explain(error))
    if (token === '') void fail({ code: 'invitation_over', message: '' })
    else send<Answer>(path, { token }).then(setFound, fail)
    // Asked once: the link does not change while the page is shown.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [token])
  return { token, found, failure }
}
