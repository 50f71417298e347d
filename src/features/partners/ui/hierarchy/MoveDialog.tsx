import { type FormEvent, type ReactNode, useId } from 'react'
import { useTranslate } from 'react-admin'
import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { holdsText } from '#engine/values/foldText.ts'
import { PromptDialog } from '#engine/ui/dialogs/AskDialog.tsx'
import { useAsyncAction } from '#engine/ui/dialogs/useWork.ts'
import { errorAnswer } from '#engine/records/ui/dataProvider.ts'
import { useCodeText, useErrorText } from '#engine/records/ui/useErrorText.ts'
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
  const { run, isRunning, error } = useAsyncAction()
  const formId = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(() => onSave().then(onClose))
  }
  return (
    <PromptDialog
      title={title}
      text={translate('panels.hierarchy.fromToday')}
      isRunning={isRunning}
      problem={error !== null && problemText(error)}
      closeLabel="panels.hierarchy.cancel"
      onClose={onClose}
      action={{ label: translate('panels.hierarchy.save'), form: formId }}
    >
      <form id={formId} noValidate onSubmit={submit}>
        {children}
      </form>
    </PromptDialog>
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
      filterOptions={(all, { inputValue }) => all.filter(({ name }) => holdsText(name, inputValue))}
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
