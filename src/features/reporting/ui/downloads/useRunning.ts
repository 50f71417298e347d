import { useState } from 'react'
import { useNotify } from 'react-admin'
import { useNotifyError } from '#engine/records/ui/useErrorText.ts'

/**
 * Which of some calls is under way, and how to make one: what went wrong is said, and what went well where there is
 * something to say.
 */
export function useRunning<Name extends string>() {
  const notify = useNotify()
  const notifyError = useNotifyError()
  const [running, setRunning] = useState<Name | null>(null)
  const run = (name: Name, work: () => Promise<unknown>, notice?: { readonly text: string; readonly name: string }) => {
    setRunning(name)
    work()
      .then(() => {
        if (notice) notify(notice.text, { type: 'success', messageArgs: { name: notice.name } })
      }, notifyError)
      .finally(() => setRunning(null))
  }
  return { running, run }
}
