import { useState } from 'react'
import { useNotify, useTranslate } from 'react-admin'
import Button from '@mui/material/Button'
import { PromptDialog } from '#engine/ui/dialogs/AskDialog.tsx'
import { useNotifyError } from '#engine/records/ui/useErrorText.ts'

/** Asks, then clears a user's or partner's lock and enrolment. */
export function UnlockButton({
  name,
  isPartner,
  onUnlock,
}: {
  name: string
  isPartner: boolean
  onUnlock: () => Promise<void>
}) {
  const translate = useTranslate()
  const notify = useNotify()
  const notifyError = useNotifyError()
  const [isOpen, setIsOpen] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const unlock = async () => {
    setIsBusy(true)
    try {
      await onUnlock()
      notify(isPartner ? 'panels.twoStep.unlockedPartner' : 'panels.twoStep.unlocked', {
        type: 'success',
        messageArgs: { name },
      })
    } catch (error) {
      notifyError(error)
    } finally {
      setIsBusy(false)
      setIsOpen(false)
    }
  }
  return (
    <>
      <Button variant="outlined" color="warning" onClick={() => setIsOpen(true)}>
        {translate('panels.twoStep.unlock')}
      </Button>
      {isOpen && (
        <PromptDialog
          title={translate('panels.twoStep.unlockTitle', { name })}
          text={translate(isPartner ? 'panels.twoStep.unlockTextPartner' : 'panels.twoStep.unlockText')}
          isRunning={isBusy}
          onClose={() => setIsOpen(false)}
          action={{ label: translate('panels.twoStep.unlock'), onClick: () => void unlock() }}
        />
      )}
    </>
  )
}
