import { type ReactNode, useEffect, useRef } from 'react'
import { EditBase, Form, type Identifier, useEditContext, useEvent, useTranslate } from 'react-admin'
import { useFormState } from 'react-hook-form'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Popover from '@mui/material/Popover'
import { NewRecordsContext } from '#engine/ui/fields/inputs/references/newRecords.ts'
import { FormField } from '../../form/FormField.tsx'
import { ProblemSummary } from '../../form/ProblemSummary.tsx'
import { Revalidation } from '../../form/Revalidation.tsx'
import { StaleVersionDialog } from '../../form/StaleVersionDialog.tsx'
import { useFormCheck } from '../../form/useFormCheck.ts'
import { useRecordSave } from '../../form/useRecordSave.ts'
import { useConfiguredResource } from '../../ResourcesContext.tsx'

interface CellEditorProps {
  readonly name: string
  readonly id: Identifier
  readonly label: string
  readonly anchor: HTMLElement | null
  readonly onClose: () => void
}

/**
 * One field of a record's form above its cell: read anew, checked, sent, said and taken back as in the form. Enter saves,
 * Esc leaves; a click beside it leaves while nothing was typed.
 */
export default function CellEditor({ id, label, anchor, onClose, name }: CellEditorProps) {
  const resource = useConfiguredResource()
  const { saving, conflict, keepsTyped, formNumber } = useRecordSave(onClose)
  const isTyped = useRef(false)
  const hold = useEvent((is: boolean) => {
    isTyped.current = is
  })
  // The cell is a part of a row: what happens in here must not reach it.
  return (
    <Popover
      open
      anchorEl={anchor}
      anchorOrigin={{ vertical: 'center', horizontal: 'right' }}
      transformOrigin={{ vertical: 'center', horizontal: 'right' }}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      onClose={(_, reason) => {
        if (reason === 'escapeKeyDown' || !isTyped.current) onClose()
      }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': label, sx: { p: 1.5, width: 'min(360px, 94vw)' } } }}
    >
      <EditBase
        resource={resource.name}
        id={id}
        {...saving}
        queryOptions={{ retry: false, onError: onClose } as object}
      >
        <CellForm key={formNumber} name={name} keepsTyped={keepsTyped} onTyped={hold} onClose={onClose} />
        {conflict && <StaleVersionDialog {...conflict} />}
      </EditBase>
    </Popover>
  )
}

interface CellFormProps {
  readonly name: string
  readonly keepsTyped: boolean
  /** Told whether something would be lost. */
  readonly onTyped: (is: boolean) => void
  readonly onClose: () => void
}

function CellForm({ name, keepsTyped, onTyped, onClose }: CellFormProps) {
  const translate = useTranslate()
  const { record, saving } = useEditContext()
  const field = useConfiguredResource().fields[name]!
  const validate = useFormCheck('update')
  if (!record) return <Box aria-busy sx={{ height: 104 }} />
  return (
    <NewRecordsContext value>
      <Form
        mode="onTouched"
        noValidate
        validate={validate}
        resetOptions={keepsTyped ? { keepDirtyValues: true } : undefined}
        disableInvalidFormNotification
      >
        <Typed onTyped={onTyped} />
        <Revalidation />
        <ProblemSummary />
        <FocusInside>
          <FormField name={name} field={field} isReadOnly={false} isWide />
        </FocusInside>
        <Box sx={{ display: 'flex', justifyContent: 'end', gap: 1 }}>
          <Button size="small" onClick={onClose}>
            {translate('resourcePages.actions.cancel')}
          </Button>
          <Button size="small" variant="contained" type="submit" data-shortcut="save" loading={Boolean(saving)}>
            {translate('ra.action.save')}
          </Button>
        </Box>
      </Form>
    </NewRecordsContext>
  )
}

function Typed({ onTyped }: Pick<CellFormProps, 'onTyped'>) {
  const { isDirty } = useFormState()
  useEffect(() => onTyped(isDirty), [onTyped, isDirty])
  return null
}

/** One types at once: the first input has the focus, and its text is marked. */
function FocusInside({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const input = place.current?.querySelector<HTMLElement>('input:not([type=hidden]), textarea, [role=combobox]')
    input?.focus()
    if (input instanceof HTMLInputElement && input.type !== 'checkbox') input.select()
  }, [])
  return <div ref={place}>{children}</div>
}
