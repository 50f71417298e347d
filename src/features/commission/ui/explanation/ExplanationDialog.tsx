import { useRecordContext, useTranslate } from 'react-admin'
import { PromptDialog } from '#engine/ui/dialogs/AskDialog.tsx'
import { EntryExplained } from './EntryExplained.tsx'

/** Every step from events to the amount of an entry, as the API explains it. */
export default function ExplanationDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  const record = useRecordContext()
  return (
    <PromptDialog
      title={translate('resourcePages.entries.steps')}
      maxWidth="md"
      isRead
      closeLabel="resourcePages.actions.close"
      onClose={onClose}
    >
      {record && <EntryExplained id={record.id} />}
    </PromptDialog>
  )
}
