import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Autocomplete from '@mui/material/Autocomplete'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { errorAnswer } from '../../dataProvider.ts'
import { useCodeText, useErrorText } from '../../resource/useErrorText.ts'
import type { Partner } from './hierarchyTree.ts'

/** What is wrong, in the reader's language: the first field's problem where there is one, else the whole. */
function useProblemText(): (error: unknown) => string {
  const codeText = useCodeText()
  const errorText = useErrorText()
  return (error) => {
    const details = errorAnswer(error)['details'] as
      | Record<string, readonly { code: string; values?: Record<string, string | number> }[]>
      | undefined
    const [first] = Object.values(details ?? {}).flat()
    return first ? codeText(first.code, first.values) : errorText(error)
  }
}

/** A dialog that changes somebody's place from today on; it stays open with the reason where the change is refused. */
export function MoveDialog({
  title,
  onSave,
  onClose,
  children,
}: {
  title: string
  onSave: () => Promise<void>
  onClose: () => void
  children: ReactNode
}) {
  const translate = useTranslate()
  const problemText = useProblemText()
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const titleId = useId()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setIsBusy(true)
    setProblem(null)
    try {
      await onSave()
      onClose()
    } catch (error) {
      setProblem(problemText(error))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Dialog open onClose={isBusy ? undefined : onClose} aria-labelledby={titleId} fullWidth maxWidth="xs">
      <form noValidate onSubmit={submit}>
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent>
          <DialogContentText variant="body2" sx={{ mb: 1 }}>
            {translate('panels.hierarchy.fromToday')}
          </DialogContentText>
          {children}
          {problem && (
            <Alert severity="error" sx={{ mt: 1 }}>
              {problem}
            </Alert>
          )}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} disabled={isBusy}>
            {translate('panels.hierarchy.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={isBusy}>
            {translate('panels.hierarchy.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** Chooses one of some partners, whose levels stand beside their names. */
export function PartnerChoice({
  label,
  help,
  partners,
  levelName,
  value,
  isRequired = false,
  onChange,
}: {
  label: string
  help: string
  partners: readonly Partner[]
  levelName: (partner: Partner) => string
  value: number | null
  isRequired?: boolean
  onChange: (id: number | null) => void
}) {
  const translate = useTranslate()
  return (
    <Autocomplete<Partner>
      options={[...partners]}
      value={partners.find(({ id }) => id === value) ?? null}
      onChange={(_, chosen) => onChange(chosen?.id ?? null)}
      disableClearable={false}
      getOptionKey={({ id }) => id}
      getOptionLabel={({ name }) => name}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      renderOption={({ key, ...props }, partner) => (
        <li key={key} {...props}>
          {partner.name}&nbsp;<small>({levelName(partner)})</small>
        </li>
      )}
      noOptionsText={translate('resourcePages.reference.none')}
      openText={translate('resourcePages.reference.open')}
      closeText={translate('resourcePages.reference.close')}
      clearText={translate('resourcePages.reference.clear')}
      renderInput={(params) => <TextField {...params} label={label} helperText={help} required={isRequired} />}
    />
  )
}
