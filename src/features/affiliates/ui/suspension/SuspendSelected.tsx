import { useRef, useState } from 'react'
import { type Identifier, useDataProvider, useListContext, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import { PromptDialog } from '#engine/ui/dialogs/AskDialog.tsx'
import { ReasonField } from '#engine/ui/dialogs/ReasonField.tsx'
import { useAsyncAction } from '#engine/ui/dialogs/useWork.ts'
import { Refused } from '#engine/records/ui/actions/BulkPreview.tsx'
import { type BackOfficeDataProvider, type BulkOutcome, runEach } from '#engine/records/ui/dataProvider.ts'
import { useConfiguredResource } from '#engine/records/ui/ResourcesContext.tsx'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'
import { SuspensionEffects } from './SuspensionDialog.tsx'

/**
 * Suspends or resumes the records selected in a list, one after the other and each by itself, for one reason; then says
 * of each refused one why. Those stay selected.
 */
export default function SuspendSelected({
  decision,
  onClose,
}: {
  decision: 'suspend' | 'resume'
  onClose: () => void
}) {
  const translate = useTranslate()
  const resource = useConfiguredResource()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const { selectedIds, onSelect, refetch } = useListContext()
  const ids = useRef<readonly Identifier[]>(selectedIds ?? []).current
  const [reason, setReason] = useState('')
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null)
  const { run, isRunning, error } = useAsyncAction()
  const errorText = useErrorText()
  const decide = () =>
    run(async () => {
      const input = { reason: reason.trim() }
      const became = await runEach(ids, (id) =>
        dataProvider.runAction({ resource: resource.name, id, path: decision, input }),
      )
      setOutcome(became)
      onSelect(became.refused.map(({ id }) => id))
      void refetch()
    })
  return (
    <PromptDialog
      title={translate(`suspension.${decision}Many`, { smart_count: ids.length })}
      text={outcome ? undefined : translate(`suspension.${decision}Text`)}
      maxWidth="sm"
      isRunning={isRunning}
      problem={error !== null && errorText(error)}
      closeLabel={outcome ? 'resourcePages.actions.close' : 'resourcePages.actions.cancel'}
      onClose={onClose}
      action={
        outcome
          ? undefined
          : {
              label: translate(`suspension.${decision}`),
              color: decision === 'suspend' ? 'error' : 'primary',
              isDisabled: reason.trim() === '',
              onClick: () => void decide(),
            }
      }
    >
      {!outcome && decision === 'suspend' && (
        <SuspensionEffects isPayee={['affiliate', 'partner'].includes(resource.name)} />
      )}
      {!outcome && <ReasonField label={translate('suspension.reason')} value={reason} onChange={setReason} />}
      {outcome && outcome.changed.length > 0 && (
        <Alert severity="success">
          {translate(`suspension.${decision}Done`, { smart_count: outcome.changed.length })}
        </Alert>
      )}
      {outcome && outcome.refused.length > 0 && <Refused outcome={outcome} lead="resourcePages.actions.refused" />}
    </PromptDialog>
  )
}
