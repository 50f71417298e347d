import { useId, useRef, useState } from 'react'
import { Form, type Identifier, useDataProvider, useListContext, useTranslate } from 'ra-core'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemText from '@mui/material/ListItemText'
import type { AnyRecord } from '../../../config/record.ts'
import type { BackOfficeDataProvider, BulkOutcome } from '../../dataProvider.ts'
import { labelKeys } from '../../fields/labels.ts'
import { useReferenceNames } from '../../fields/ReferenceValue.tsx'
import { useConfiguredResource } from '../ResourcesContext.tsx'
import { useCodeText, useErrorText } from '../useErrorText.ts'
import { ActionInput, actionErrors, actionInitialValues, actionPath } from './ActionInput.tsx'

/** Runs a bulk action, or the removal, on the selected records; then says of each refused one why. Those stay selected. */
export default function BulkDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const translate = useTranslate()
  const resource = useConfiguredResource()
  const titleId = useId()
  const formId = useId()
  const action = resource.actions[name]
  const { ids, outcome, error, isRunning, run } = useBulkRun(name)
  const errorText = useErrorText()
  const title = action ? translate(labelKeys.action(resource.name, name)) : translate('resourcePages.remove.bulkTitle', { smart_count: ids.length })
  return (
    <Dialog open onClose={isRunning ? undefined : onClose} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent>
        {!outcome && <DialogContentText>{action ? translate('resourcePages.actions.records', { smart_count: ids.length }) : translate('resourcePages.remove.text')}</DialogContentText>}
        {!outcome && (
          <Form id={formId} noValidate mode="onTouched" defaultValues={actionInitialValues(action)} validate={(values) => actionErrors(action, values)} onSubmit={(values: AnyRecord) => void run(values)} disableInvalidFormNotification>
            <ActionInput name={name} action={action} />
          </Form>
        )}
        {error !== null && <Alert severity="error" sx={{ mt: 1 }}>{errorText(error)}</Alert>}
        {outcome && <Outcome outcome={outcome} />}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={isRunning}>{translate(outcome ? 'resourcePages.actions.close' : 'resourcePages.actions.cancel')}</Button>
        {!outcome && (
          <Button type="submit" form={formId} variant="contained" color={action ? 'primary' : 'error'} loading={isRunning}>
            {translate(action ? 'resourcePages.actions.run' : 'ra.action.delete')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

function useBulkRun(name: string) {
  const resource = useConfiguredResource()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const { selectedIds, onSelect, refetch } = useListContext()
  const ids = useRef<readonly Identifier[]>(selectedIds ?? []).current
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isRunning, setIsRunning] = useState(false)
  const run = async (values: AnyRecord) => {
    setIsRunning(true)
    setError(null)
    try {
      const action = resource.actions[name]
      const answer = action
        ? await dataProvider.runAction({ resource: resource.name, path: actionPath(name, action), input: { ...actionInitialValues(action), ...values, ids } }) as unknown as BulkOutcome
        : await dataProvider.removeEach({ resource: resource.name, ids })
      setOutcome(answer)
      onSelect(answer.refused.map(({ id }) => id))
    } catch (failure) {
      setError(failure)
    } finally {
      setIsRunning(false)
      void refetch()
    }
  }
  return { ids, outcome, error, isRunning, run }
}

function Outcome({ outcome }: { outcome: BulkOutcome }) {
  const translate = useTranslate()
  const codeText = useCodeText()
  const resource = useConfiguredResource()
  const names = useReferenceNames({ target: resource.name, ids: outcome.refused.map(({ id }) => id) })
  return (
    <div role="status">
      {outcome.changed.length > 0 && <Alert severity="success">{translate('resourcePages.actions.done', { smart_count: outcome.changed.length })}</Alert>}
      {outcome.refused.length > 0 && <>
        <Alert severity="warning" sx={{ mt: 1 }}>{translate('resourcePages.actions.refused', { smart_count: outcome.refused.length })}</Alert>
        <List dense>
          {outcome.refused.map(({ id, code, values }, index) => (
            <ListItem key={id}><ListItemText primary={names[index]?.name ?? `#${id}`} secondary={codeText(code, values)} /></ListItem>
          ))}
        </List>
      </>}
    </div>
  )
}
