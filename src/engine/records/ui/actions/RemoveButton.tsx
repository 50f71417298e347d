import { useQueryClient } from '@tanstack/react-query'
import { type RaRecord, useDataProvider, useNotify, useRedirect, useTranslate } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Alert from '@mui/material/Alert'
import { useResourceName } from '#engine/ui/fields/labels.ts'
import { PromptDialog } from '#engine/ui/dialogs/AskDialog.tsx'
import { DialogButton } from '#engine/ui/dialogs/DialogButton.tsx'
import { useAsyncAction } from '#engine/ui/dialogs/useWork.ts'
import { type BackOfficeDataProvider, errorAnswer } from '../dataProvider.ts'
import { useConfiguredResource } from '../ResourcesContext.tsx'
import { useRecordName } from '../useRecordTitle.ts'
import { useCodeText, useErrorText } from '../useErrorText.ts'
import { useFailedWriteText, useNameInFull } from '../useRecordMessages.ts'
import { useUndoRemoval } from './useUndoRemoval.ts'

/**
 * Removes a record after asking; a refusal says everything that holds it. react-admin's own button closes its question
 * and has one notice for it.
 */
export default function RemoveButton({ record }: { record: RaRecord }) {
  const translate = useTranslate()
  return (
    <DialogButton
      color="error"
      startIcon={<DeleteIcon />}
      label={translate('ra.action.delete')}
      dialog={(onClose) => <RemoveDialog record={record} onClose={onClose} />}
    />
  )
}

function RemoveDialog({ record, onClose }: { record: RaRecord; onClose: () => void }) {
  const translate = useTranslate()
  const resource = useConfiguredResource()
  const name = useRecordName(resource, record)
  const { remove, isRunning, error } = useRemove(record)
  const problem = useProblem(error, record)
  return (
    <PromptDialog
      title={translate('resourcePages.remove.title', { name })}
      text={problem === null ? translate('resourcePages.remove.text') : undefined}
      isRunning={isRunning}
      onClose={onClose}
      action={{ label: translate('ra.action.delete'), color: 'error', onClick: () => void remove() }}
    >
      {problem !== null && <Alert severity="error">{problem}</Alert>}
    </PromptDialog>
  )
}

function useRemove(record: RaRecord) {
  const resource = useConfiguredResource()
  const nameInFull = useNameInFull()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const notify = useNotify()
  const redirect = useRedirect()
  const queryClient = useQueryClient()
  const form = useFormContext()
  const undo = useUndo(record)
  const { run, ...state } = useAsyncAction()
  const remove = () =>
    run(async () => {
      await dataProvider.delete(resource.name, { id: record.id, previousData: record })
      // Nothing is left to save: leaving the form must not ask.
      form?.reset()
      notify('resourcePages.remove.done', {
        type: 'success',
        messageArgs: { record: nameInFull(resource, record) },
        onUndo: undo,
      } as Parameters<typeof notify>[1])
      // What is shown next is asked for anew; the page that is being left must not ask for a record that is gone.
      queryClient.removeQueries({ queryKey: [resource.name, 'getList'] })
      void queryClient.invalidateQueries({ refetchType: 'none' })
      redirect('list', resource.name)
    })
  return { ...state, remove }
}

/** Brings the record back from the trash, from wherever one is by then, and says so. */
function useUndo(record: RaRecord): () => void {
  const resource = useConfiguredResource()
  const nameInFull = useNameInFull()
  const undoRemoval = useUndoRemoval()
  const notify = useNotify()
  const errorText = useErrorText()
  const codeText = useCodeText()
  return () => {
    undoRemoval(resource.name, [record.id]).then(
      ({ refused: [refusal] }) => {
        if (refusal) notify(codeText(refusal.code, refusal.values), { type: 'error' })
        else notify('work.trash.restored', { type: 'success', messageArgs: { name: nameInFull(resource, record) } })
      },
      (error: unknown) => notify(errorText(error), { type: 'error' }),
    )
  }
}

/** That it failed and why, in one sentence with all that holds the record; null as long as nothing was refused. */
function useProblem(error: unknown, record: RaRecord): string | null {
  const translate = useTranslate()
  const resource = useConfiguredResource()
  const resourceName = useResourceName()
  const failedText = useFailedWriteText()
  if (!error) return null
  const { holders = [] } = errorAnswer(error) as {
    holders?: readonly { resource: string; count: number; isHistory: boolean }[]
  }
  const uses = holders
    .filter(({ isHistory }) => !isHistory)
    .map((use) => `${resourceName(use.resource, 2)} (${use.count})`)
  const reasons = [
    holders.some(({ isHistory }) => isHistory) && translate('resourcePages.remove.hasHistory'),
    uses.length > 0 && translate('resourcePages.remove.inUse', { uses: uses.join(', ') }),
  ].filter((reason) => reason !== false)
  return failedText({ write: 'exclude', resource, record, error, reason: reasons.join('; ') || undefined })
}
