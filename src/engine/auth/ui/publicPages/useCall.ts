import { useState } from 'react'
import { answerOf, ApiCallError } from '../session/apiCallError.ts'
import { useSignIn } from '../signIn/EntranceContext.tsx'
import { errorText } from '../signIn/texts.ts'

type Details = Readonly<Record<string, readonly { code: string; values?: Record<string, unknown> }[]>>

/** What is wrong with what was typed, by field, in the reader's language. */
export type Warnings = Readonly<Record<string, string>>

/**
 * Sends a form: what is wrong with a field stands in `warnings`, anything else is thrown for the page to tell.
 * @returns `send`, which answers null where something was wrong with a field
 */
export function useFormSubmit() {
  const { calls, language } = useSignIn()
  const [warnings, setWarnings] = useState<Warnings>({})
  const send = async <Answer>(path: string, body: object): Promise<Answer | null> => {
    setWarnings({})
    try {
      return await answerOf<Answer>(await calls.sendQuietly(path, { method: 'POST', body: JSON.stringify(body) }))
    } catch (error) {
      const details = error instanceof ApiCallError ? (error.body['details'] as Details | undefined) : undefined
      if (!details) throw error
      const told = Object.entries(details).map(async ([field, problems]) => {
        const texts = problems.map(({ code, values }) =>
          errorText(language, { code, message: code, ...(values ? { values } : {}) }),
        )
        return [field, (await Promise.all(texts)).join(' ')] as const
      })
      setWarnings(Object.fromEntries(await Promise.all(told)))
      return null
    }
  }
  return { send, warnings }
}
