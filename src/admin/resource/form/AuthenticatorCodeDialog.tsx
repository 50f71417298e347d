import { useId } from 'react'
import { type Identifier, type RaRecord, useCreate, useTranslate, useUpdate } from 'ra-core'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { sameValue } from '../../../config/derive/difference.ts'
import type { AnyRecord } from '../../../config/record.ts'
import { guardProperty } from '../../../config/resource.ts'
import { errorAnswer } from '../../dataProvider.ts'
import { useFieldLabel } from '../../fields/labels.ts'
import { CodeForm } from '../../panels/twoStep/CodeForm.tsx'
import { useConfiguredResource } from '../ResourcesContext.tsx'

/** A change that was refused until it is proved, as it was sent; without an id, of a new record. */
export interface UnprovedChange {
  readonly id?: Identifier
  readonly data: AnyRecord
  readonly previousData?: AnyRecord
}

interface AuthenticatorCodeDialogProps {
  readonly change: UnprovedChange
  readonly onClose: () => void
  readonly onSaved: (record: RaRecord) => void
  /** Something else is wrong by now. */
  readonly onRefused: (error: unknown) => void
}

const aboutTheCode = new Set(['totp_required', 'invalid_totp', 'two_step_locked', 'too_many_requests'])

/** Asks for the authenticator's code and saves with it. What was typed in the form stays, however often the code is wrong. */
export function AuthenticatorCodeDialog({ change, onClose, onSaved, onRefused }: AuthenticatorCodeDialogProps) {
  const translate = useTranslate()
  const resource = useConfiguredResource()
  const label = useFieldLabel()
  const titleId = useId()
  const [update] = useUpdate()
  const [create] = useCreate()
  const guarded = change.id === undefined
    ? [resource.title]
    : Object.keys(resource.effects.guarded).filter((name) => !sameValue(change.data[name], change.previousData?.[name]))
  const save = async (totp: string) => {
    const data = { ...change.data, [guardProperty]: totp }
    const { id, previousData } = change
    let saved: RaRecord
    try {
      saved = id === undefined
        ? await create(resource.name, { data }, { returnPromise: true })
        : await update(resource.name, { id, data, previousData: previousData as never }, { returnPromise: true, mutationMode: 'pessimistic' })
    } catch (error) {
      if (aboutTheCode.has(String(errorAnswer(error).code))) throw error
      return onRefused(error)
    }
    onSaved(saved)
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="xs">
      <DialogTitle id={titleId}>{translate('resourcePages.guard.title')}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 1 }}>{translate('resourcePages.guard.text', { fields: guarded.map((name) => label(resource.name, name)).join(', ') })}</DialogContentText>
        <CodeForm onConfirm={save} />
      </DialogContent>
      <DialogActions><Button onClick={onClose}>{translate('resourcePages.stale.close')}</Button></DialogActions>
    </Dialog>
  )
}
