import { useEffect, useId, useState } from 'react'
import { useDataProvider, useRecordContext, useTranslate } from 'ra-core'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import type { BackOfficeDataProvider } from '../../dataProvider.ts'
import { useErrorText } from '../../resource/useErrorText.ts'
import { Explanation } from './Explanation.tsx'
import type { EntryExplanation } from '../../../config/answers/explanation.ts'

/** Every step from events to the amount of an entry, as the API explains it. */
export default function ExplanationDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  const titleId = useId()
  const record = useRecordContext()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const errorText = useErrorText()
  const [state, setState] = useState<{ answer: EntryExplanation | null; error: unknown }>({ answer: null, error: null })
  const id = record?.id
  useEffect(() => {
    const controller = new AbortController()
    dataProvider.read<EntryExplanation>(`/api/entry/${encodeURIComponent(String(id))}/explain`, controller.signal)
      .then((answer) => setState({ answer, error: null }), (error: unknown) => { if (!controller.signal.aborted) setState({ answer: null, error }) })
    return () => controller.abort()
  }, [dataProvider, id])
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="md" onClick={(event) => event.stopPropagation()}>
      <DialogTitle id={titleId}>{translate('resourcePages.entries.steps')}</DialogTitle>
      <DialogContent tabIndex={0}>
        {state.error !== null && <Alert severity="error">{errorText(state.error)}</Alert>}
        {state.answer ? <Explanation explanation={state.answer} /> : state.error === null && <Box sx={{ textAlign: 'center', p: 4 }}><CircularProgress aria-label={translate('resourcePages.reference.loading')} /></Box>}
      </DialogContent>
      <DialogActions><Button onClick={onClose}>{translate('resourcePages.actions.close')}</Button></DialogActions>
    </Dialog>
  )
}
