import { useId, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { type RaRecord, useDataProvider, useNotify, useRedirect, useTranslate } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { type BackOfficeDataProvider, errorAnswer } from '../../dataProvider.ts'
import { useConfiguredResource } from '../ResourcesContext.tsx'
import { useRecordName } from '../useRecordTitle.ts'
import { useCodeText } from '../useErrorText.ts'
import { useFailedWriteText, useNameInFull } from '../useSaid.ts'

/** Removes a record after asking; a refusal says what holds it. */
export function RemoveButton({ record }: { record: RaRecord }) {
  const translate = useTranslate()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button color="error" startIcon={<DeleteIcon />} onClick={() => setIsOpen(true)}>
        {translate('ra.action.delete')}
      </Button>
      {isOpen && <RemoveDialog record={record} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function RemoveDialog({ record, onClose }: { record: RaRecord; onClose: () => void }) {
  const translate = useTranslate()
  const resource = useConfiguredResource()
  const titleId = useId()
  const name = useRecordName(resource, record)
  const { state, remove } = useRemove(record)
  const problems = useProblems(state.error, record)
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{translate('resourcePages.remove.title', { name })}</DialogTitle>
      <DialogContent>
        <DialogContentText>{translate('resourcePages.remove.text')}</DialogContentText>
        {problems.map((problem) => (
          <Alert key={problem} severity="error" sx={{ mt: 1 }}>
            {problem}
          </Alert>
        ))}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('resourcePages.actions.cancel')}</Button>
        <Button color="error" variant="contained" loading={state.isRunning} onClick={() => void remove()}>
          {translate('ra.action.delete')}
        </Button>
      </DialogActions>
    </Dialog>
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
  const [state, setState] = useState<{ isRunning: boolean; error: unknown }>({ isRunning: false, error: null })
  const remove = async () => {
    setState({ isRunning: true, error: null })
    try {
      await dataProvider.delete(resource.name, { id: record.id, previousData: record })
      // Nothing is left to save: leaving the form must not ask.
      form?.reset()
      notify('resourcePages.remove.done', { type: 'success', messageArgs: { record: nameInFull(resource, record) } })
      // What is shown next is asked for anew; the page that is being left must not ask for a record that is gone.
      queryClient.removeQueries({ queryKey: [resource.name, 'getList'] })
      void queryClient.invalidateQueries({ refetchType: 'none' })
      redirect('list', resource.name)
    } catch (error) {
      setState({ isRunning: false, error })
    }
  }
  return { state, remove }
}

/** That it failed and why, one line for each that holds the record. */
function useProblems(error: unknown, record: RaRecord): readonly string[] {
  const resource = useConfiguredResource()
  const failedText = useFailedWriteText()
  const codeText = useCodeText()
  if (!error) return []
  const { holders = [] } = errorAnswer(error) as {
    holders?: readonly { resource: string; count: number; isHistory: boolean }[]
  }
  const [reason, ...more] = holders.map(({ resource: holder, count, isHistory }) =>
    codeText(isHistory ? 'has_history' : 'still_referenced', { resource: holder, count }),
  )
  return [failedText({ write: 'exclude', resource, record, error, reason }), ...more]
}
