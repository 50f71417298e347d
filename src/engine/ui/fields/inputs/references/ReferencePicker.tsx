import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { useTranslate } from 'react-admin'
import AddIcon from '@mui/icons-material/Add'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import TextField, { type TextFieldProps } from '@mui/material/TextField'
import { useResourceName } from '../../labels.ts'
import { useReferenceNames } from '../../ReferenceValue.tsx'
import { type Option, useOptions } from '../../useOptions.ts'
import { useMayMake } from './newRecords.ts'

const NewRecordDialog = lazy(() => import('#engine/records/ui/form/NewRecordDialog.tsx'))

interface PickerLooks {
  readonly id?: string
  readonly target: string
  readonly label: string
  /** Where something above says it already. */
  readonly isLabelHidden?: boolean
  readonly looks?: TextFieldProps
  readonly helper?: ReactNode
  /** Their fields -> values: only records that agree are offered. */
  readonly narrowing?: Readonly<Record<string, unknown>>
  readonly isDisabled?: boolean
  readonly onBlur?: () => void
  readonly inputRef?: (element: HTMLInputElement | null) => void
}

type Id = number | string
const nothing: Readonly<Record<string, unknown>> = {}
/** The choice that is no record yet. */
const newId = '+'

/**
 * Chooses records by typing a part of their names. react-admin's `ReferenceInput` stands in forms alone, asks for its
 * choices before anybody opens it, and reads chosen names through the list, which ends the session of whoever may not
 * list them.
 */
function Picker({
  chosen,
  onPick,
  multiple,
  ...looks
}: PickerLooks & { chosen: readonly Id[]; onPick: (ids: Id[]) => void; multiple: boolean }) {
  const { target, label, isLabelHidden, narrowing = nothing } = looks
  const translate = useTranslate()
  const [isOpen, setIsOpen] = useState(false)
  // What is typed is the person's until something is chosen or the field is left: choices and names that arrive meanwhile
  // would otherwise put the chosen name, or nothing, over it.
  const [typed, setTyped] = useState<string | null>(null)
  const { options, isLoading } = useOptions({ target, typed: typed ?? '', narrowing, isEnabled: isOpen })
  const name = useResourceName()(target, 1)
  const mayMake = useMayMake(target)
  const [newName, setNewName] = useState<string | null>(null)
  const newOption: Option = { id: newId, name: translate('resourcePages.form.newRecord', { name }) }
  const pick = (ids: readonly Id[]) => {
    if (ids.includes(newId)) setNewName(typed?.trim() ?? '')
    else onPick([...ids])
  }
  const names = useSameWhile(useReferenceNames({ target, ids: chosen }) as Option[])
  return (
    <>
      <Autocomplete<Option, boolean>
        id={looks.id}
        disabled={looks.isDisabled}
        multiple={multiple}
        disableCloseOnSelect={multiple}
        filterSelectedOptions={multiple}
        value={multiple ? names : (names[0] ?? null)}
        onChange={(_, picked) => pick([picked ?? []].flat().map(({ id }) => id))}
        onBlur={() => {
          setTyped(null)
          looks.onBlur?.()
        }}
        open={isOpen}
        onOpen={() => setIsOpen(true)}
        onClose={() => setIsOpen(false)}
        options={mayMake && !isLoading ? [...options, newOption] : options}
        loading={isLoading}
        filterOptions={(all) => all}
        getOptionLabel={({ name }) => name}
        getOptionKey={({ id }) => id}
        isOptionEqualToValue={(option, value) => String(option.id) === String(value.id)}
        inputValue={typed ?? (multiple ? '' : (names[0]?.name ?? ''))}
        onInputChange={(_, text, reason) => {
          if (reason === 'input' || reason === 'clear') setTyped(text)
          else if (reason !== 'reset') setTyped(null)
        }}
        renderOption={({ key, ...props }, option) => (
          <li key={key} {...props} data-new={option.id === newId || undefined}>
            {option.id === newId ? <NewLine text={option.name} name={typed?.trim()} /> : option.name}
          </li>
        )}
        noOptionsText={translate('resourcePages.reference.none')}
        loadingText={translate('resourcePages.reference.loading')}
        openText={translate('resourcePages.reference.open')}
        closeText={translate('resourcePages.reference.close')}
        clearText={translate('resourcePages.reference.clear')}
        size="small"
        fullWidth
        renderInput={({ slotProps, ...params }) => (
          <TextField
            {...params}
            margin="dense"
            label={isLabelHidden ? undefined : label}
            hiddenLabel={Boolean(isLabelHidden)}
            helperText={looks.helper}
            {...looks.looks}
            inputRef={looks.inputRef}
            slotProps={{
              ...slotProps,
              htmlInput: { ...slotProps.htmlInput, ...(isLabelHidden ? { 'aria-label': label } : {}) },
              input: {
                ...slotProps.input,
                endAdornment: (
                  <>
                    {isLoading && <CircularProgress size={16} aria-hidden />}
                    {slotProps.input?.endAdornment}
                  </>
                ),
              },
            }}
          />
        )}
      />
      {newName !== null && (
        <Suspense fallback={null}>
          <NewRecordDialog
            target={target}
            name={newName}
            values={narrowing}
            onMade={(id) => onPick(multiple ? [...chosen, id as Id] : [id as Id])}
            onClose={() => setNewName(null)}
          />
        </Suspense>
      )}
    </>
  )
}

/** The last line of a picker: a new record, by the name that was looked for. */
const NewLine = ({ text, name }: { text: string; name: string | undefined }) => (
  <Box
    component="span"
    sx={{ display: 'flex', alignItems: 'center', gap: 0.75, color: 'primary.main', fontWeight: 600 }}
  >
    <AddIcon fontSize="small" aria-hidden />
    {name ? `${text} “${name}”` : text}
  </Box>
)

/** The same list for as long as it says the same: a new one would count as another choice, and begin everything anew. */
function useSameWhile(names: readonly Option[]): Option[] {
  const said = JSON.stringify(names.map(({ id, name }) => ({ id, name })))
  return useMemo(() => JSON.parse(said) as Option[], [said])
}

/** Chooses one record. */
export const OnePicker = ({
  value,
  onChange,
  ...looks
}: PickerLooks & { value: Id | null; onChange: (id: Id | null) => void }) => (
  <Picker {...looks} multiple={false} chosen={value === null ? [] : [value]} onPick={([id = null]) => onChange(id)} />
)

/** Chooses several records, in the order in which they are chosen. */
export const ManyPicker = ({
  values,
  onChange,
  ...looks
}: PickerLooks & { values: readonly Id[]; onChange: (ids: Id[]) => void }) => (
  <Picker {...looks} multiple chosen={values} onPick={onChange} />
)
