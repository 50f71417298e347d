import { type ReactNode, useMemo, useState } from 'react'
import { useTranslate } from 'react-admin'
import Autocomplete from '@mui/material/Autocomplete'
import CircularProgress from '@mui/material/CircularProgress'
import TextField, { type TextFieldProps } from '@mui/material/TextField'
import { useReferenceNames } from '../../ReferenceValue.tsx'
import { type Option, useOptions } from '../../useOptions.ts'

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
  const names = useSameWhile(useReferenceNames({ target, ids: chosen }) as Option[])
  return (
    <Autocomplete<Option, boolean>
      id={looks.id}
      disabled={looks.isDisabled}
      multiple={multiple}
      disableCloseOnSelect={multiple}
      filterSelectedOptions={multiple}
      value={multiple ? names : (names[0] ?? null)}
      onChange={(_, picked) => onPick([picked ?? []].flat().map(({ id }) => id))}
      onBlur={() => {
        setTyped(null)
        looks.onBlur?.()
      }}
      open={isOpen}
      onOpen={() => setIsOpen(true)}
      onClose={() => setIsOpen(false)}
      options={options}
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
  )
}

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
