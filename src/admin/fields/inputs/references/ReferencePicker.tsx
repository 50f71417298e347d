import { type ReactNode, useState } from 'react'
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
  /** Not offered, because they are chosen elsewhere. */
  readonly taken?: readonly (number | string)[]
  readonly isDisabled?: boolean
  readonly onBlur?: () => void
  readonly inputRef?: (element: HTMLInputElement | null) => void
}

type Id = number | string
const nothing: Readonly<Record<string, unknown>> = {}

/**
 * What the autocompletes for one and for several have in common: search on the server, texts, looks. react-admin's
 * `ReferenceInput` stands in forms alone, asks for its choices before anybody opens it, and reads chosen names through
 * the list, which ends the session of whoever may not list them.
 */
function usePicker({ target, narrowing = nothing, taken = [] }: PickerLooks, chosen: readonly Id[]) {
  const translate = useTranslate()
  const [isOpen, setIsOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const { options, isLoading } = useOptions({ target, typed, narrowing, isEnabled: isOpen })
  const names = useReferenceNames({ target, ids: chosen }) as Option[]
  const shared = {
    open: isOpen,
    onOpen: () => setIsOpen(true),
    onClose: () => {
      setIsOpen(false)
      setTyped('')
    },
    options: options.filter(({ id }) => !taken.includes(id)),
    loading: isLoading,
    filterOptions: (all: Option[]) => all,
    getOptionLabel: (option: Option) => option.name,
    getOptionKey: (option: Option) => option.id,
    isOptionEqualToValue: (option: Option, value: Option) => String(option.id) === String(value.id),
    onInputChange: (_: unknown, text: string, reason: string) => {
      if (reason === 'input' || reason === 'clear') setTyped(text)
    },
    noOptionsText: translate('resourcePages.reference.none'),
    loadingText: translate('resourcePages.reference.loading'),
    openText: translate('resourcePages.reference.open'),
    closeText: translate('resourcePages.reference.close'),
    clearText: translate('resourcePages.reference.clear'),
    size: 'small' as const,
    fullWidth: true,
  }
  return { shared, names, isLoading }
}

/** Draws the text field of an autocomplete. */
function inputOf({ label, isLabelHidden, looks, helper, inputRef }: PickerLooks, isLoading: boolean) {
  return (params: Parameters<NonNullable<React.ComponentProps<typeof Autocomplete>['renderInput']>>[0]) => (
    <TextField
      {...params}
      margin="dense"
      label={isLabelHidden ? undefined : label}
      hiddenLabel={isLabelHidden}
      helperText={helper}
      {...looks}
      inputRef={inputRef}
      slotProps={{
        ...params.slotProps,
        htmlInput: { ...params.slotProps.htmlInput, ...(isLabelHidden ? { 'aria-label': label } : {}) },
        input: {
          ...params.slotProps?.input,
          endAdornment: (
            <>
              {isLoading && <CircularProgress size={16} aria-hidden />}
              {params.slotProps?.input?.endAdornment}
            </>
          ),
        },
      }}
    />
  )
}

/** Chooses one record by typing a part of its name. */
export function OnePicker({
  value,
  onChange,
  ...props
}: PickerLooks & { value: Id | null; onChange: (id: Id | null) => void }) {
  const { shared, names, isLoading } = usePicker(props, value === null ? [] : [value])
  return (
    <Autocomplete<Option, false>
      {...shared}
      id={props.id}
      disabled={props.isDisabled}
      value={names[0] ?? null}
      onChange={(_, option) => onChange(option ? option.id : null)}
      onBlur={props.onBlur}
      renderInput={inputOf(props, isLoading)}
    />
  )
}

/** Chooses several records, in the order in which they are chosen. */
export function ManyPicker({
  values,
  onChange,
  ...props
}: PickerLooks & { values: readonly Id[]; onChange: (ids: Id[]) => void }) {
  const { shared, names, isLoading } = usePicker(props, values)
  return (
    <Autocomplete<Option, true>
      {...shared}
      multiple
      disableCloseOnSelect
      filterSelectedOptions
      id={props.id}
      disabled={props.isDisabled}
      value={names}
      onChange={(_, options) => onChange(options.map(({ id }) => id))}
      onBlur={props.onBlur}
      renderInput={inputOf(props, isLoading)}
    />
  )
}
