import { useEffect } from 'react'
import { useBlocker, useTranslate } from 'react-admin'
import { useFormState } from 'react-hook-form'
import { useDrafts } from './DraftsContext.ts'
import { PromptDialog } from '#engine/ui/dialogs/AskDialog.tsx'

/**
 * Asks, in a dialog of the office's own, before a page is left whose form holds something unsaved. Closing the tab is
 * asked about by the browser: nothing else can.
 */
export function UnsavedGuard() {
  const translate = useTranslate()
  const drafts = useDrafts()
  const { isSubmitSuccessful, dirtyFields } = useFormState()
  const isUnsaved = Object.keys(dirtyFields).length > 0 && !isSubmitSuccessful
  const { state, proceed, reset } = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved && currentLocation.pathname !== nextLocation.pathname,
  )
  const isAsking = state === 'blocked'
  // A save or a removal that leads on empties the form a moment after it: then there is nothing left to ask.
  useEffect(() => {
    if (isAsking && !isUnsaved) proceed?.()
  }, [isAsking, isUnsaved, proceed])
  useEffect(() => {
    if (!isUnsaved) return undefined
    const ask = (event: BeforeUnloadEvent) => {
      if (!drafts.isCarriedOver()) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isUnsaved, drafts])
  if (!isAsking || !isUnsaved) return null
  return (
    <PromptDialog
      title={translate('resourcePages.form.leaveTitle')}
      text={translate('resourcePages.form.unsaved')}
      closeLabel="resourcePages.form.stay"
      onClose={() => reset?.()}
      action={{ label: translate('resourcePages.form.leave'), color: 'error', onClick: () => proceed?.() }}
    />
  )
}
