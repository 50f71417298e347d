import { useId, useState } from 'react'
import { useGetList, useNotify, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { OnePicker } from '../../fields/inputs/references/ReferencePicker.tsx'
import { optionsMeta } from '../../fields/ReferenceValue.tsx'
import { useErrorText } from '../../resource/useErrorText.ts'
import type { UnattributedEvent } from '../../../config/answers/unattributed.ts'
import { useReattribute } from './useUnattributed.ts'

/** Gives events of one brand to one of its links. */
export default function GiveToDialog({
  events,
  onClose,
  onDone,
}: {
  events: readonly UnattributedEvent[]
  onClose: () => void
  onDone: () => void
}) {
  const translate = useTranslate()
  const notify = useNotify()
  const errorText = useErrorText()
  const { giveTo } = useReattribute()
  const [action, setAction] = useState<number | string | null>(null)
  const [state, setState] = useState<{ isRunning: boolean; error: unknown }>({ isRunning: false, error: null })
  const [titleId, textId] = [useId(), useId()]
  const { brand } = events[0]!
  // A link knows its brand through its campaign.
  const campaigns = useGetList(
    'campaign',
    { filter: { brand }, meta: optionsMeta },
    { retry: false, staleTime: 60_000 },
  )
  const give = async () => {
    setState({ isRunning: true, error: null })
    try {
      const { attributed } = await giveTo(events, Number(action))
      notify('moneyPages.unattributed.done', { type: 'success', messageArgs: { smart_count: attributed } })
      onDone()
      onClose()
    } catch (error) {
      setState({ isRunning: false, error })
    }
  }
  return (
    <Dialog
      open
      onClose={state.isRunning ? undefined : onClose}
      aria-labelledby={titleId}
      aria-describedby={textId}
      fullWidth
      maxWidth="xs"
    >
      <DialogTitle id={titleId}>{translate('moneyPages.unattributed.giveTo')}</DialogTitle>
      <DialogContent>
        <DialogContentText id={textId}>
          {translate('moneyPages.unattributed.giveText', { smart_count: events.length })}
        </DialogContentText>
        <OnePicker
          target="action"
          label={translate('filters.action')}
          value={action}
          onChange={setAction}
          narrowing={{ campaign: (campaigns.data ?? []).map(({ id }) => id) }}
          isDisabled={campaigns.isPending}
        />
        {state.error !== null && (
          <Alert severity="error" sx={{ mt: 1 }}>
            {errorText(state.error)}
          </Alert>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={state.isRunning}>
          {translate('resourcePages.actions.cancel')}
        </Button>
        <Button variant="contained" disabled={action === null} loading={state.isRunning} onClick={() => void give()}>
          {translate('moneyPages.unattributed.give')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
