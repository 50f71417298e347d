import { useTranslate } from 'react-admin'
import { DialogButton } from '#engine/ui/dialogs/DialogButton.tsx'
import { useActor } from '#engine/records/ui/ResourcesContext.tsx'
import { RedactDialog } from './RedactDialog.tsx'
import { redactableNames } from './redactable.ts'

/** Takes personal values out of a line of the log, for root alone: the server refuses everybody else. */
export function RedactButton({ line }: { line: Readonly<Record<string, unknown>> }) {
  const translate = useTranslate()
  const { root } = useActor()
  const names = redactableNames(line)
  if (!root || names.length === 0) return null
  return (
    <DialogButton
      size="small"
      color="warning"
      label={translate('resourcePages.log.redact')}
      dialog={(onClose) => <RedactDialog line={line} names={names} onClose={onClose} />}
    />
  )
}
