import { useRef, useState } from 'react'
import { useTranslate } from 'react-admin'
import CalendarIcon from '@mui/icons-material/CalendarToday'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import TextField, { type TextFieldProps } from '@mui/material/TextField'
import { isDay } from '#engine/values/calendar.ts'
import { formatDay } from '../format.ts'

/** Reads a day as people type it here, `23/08/2014`, or as the API writes it; what is no day stays as it was typed. */
export function parseDay(typed: string): string {
  const text = typed.trim()
  const match = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text)
  const day = match ? `${match[3]}-${match[2]!.padStart(2, '0')}-${match[1]!.padStart(2, '0')}` : text
  return isDay(day) ? day : text
}

/**
 * Reads a day as it is typed in a hurry: `13092026`, `130926`, `13/09/26`. Asked once somebody is done with the field: on
 * the way to `13/09/2026` there is `13/09/20`.
 */
export function parseHurriedDay(typed: string): string {
  const text = typed.trim()
  const [, day, month, year] =
    /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{2})$/.exec(text) ?? /^(\d{2})(\d{2})(\d{4}|\d{2})$/.exec(text) ?? []
  return year === undefined ? parseDay(typed) : parseDay(`${day}/${month}/${year.length === 2 ? `20${year}` : year}`)
}

const readable = (value: string) => (isDay(value) ? formatDay(value) : value)

interface DayFieldProps extends Omit<TextFieldProps, 'value' | 'onChange' | 'type'> {
  /** `YYYY-MM-DD`, or what was typed where it is no day. */
  readonly value: string
  readonly onChange: (value: string) => void
}

/**
 * A day, typed as DD/MM/YYYY whatever the browser's own language, or taken from the browser's calendar. The browser's
 * own field
 * shows days in the order of the machine it runs on, which is not the one these pages promise.
 */
export function DayField({ value, onChange, onBlur, slotProps, ...props }: DayFieldProps) {
  const translate = useTranslate()
  const [typed, setTyped] = useState<string | null>(null)
  const calendar = useRef<HTMLInputElement>(null)
  const open = translate('resourcePages.reference.open')
  const finish = (text: string) => {
    const day = parseHurriedDay(text)
    if (isDay(day) && day !== value) onChange(day)
  }
  return (
    <TextField
      {...props}
      value={typed ?? readable(value)}
      placeholder={translate('resourcePages.form.dayPattern')}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(parseDay(target.value))
      }}
      onBlur={(event) => {
        if (typed !== null) finish(typed)
        setTyped(null)
        onBlur?.(event)
      }}
      onKeyDown={(event) => {
        if (event.altKey && event.key === 'ArrowDown') calendar.current?.showPicker()
        if (event.key === 'Enter' && typed !== null) finish(typed)
      }}
      slotProps={{
        ...slotProps,
        htmlInput: {
          inputMode: 'numeric',
          autoComplete: 'off',
          maxLength: 10,
          ...(slotProps?.htmlInput as object | undefined),
        },
        inputLabel: { shrink: true },
        input: {
          endAdornment: (
            <InputAdornment position="end" sx={{ position: 'relative' }}>
              <IconButton
                size="small"
                edge="end"
                tabIndex={-1}
                aria-label={open}
                title={open}
                onClick={() => calendar.current?.showPicker()}
              >
                <CalendarIcon sx={{ fontSize: 16 }} />
              </IconButton>
              <input
                ref={calendar}
                type="date"
                tabIndex={-1}
                aria-hidden
                value={isDay(value) ? value : ''}
                onChange={({ target }) => {
                  setTyped(null)
                  onChange(target.value)
                }}
                style={{ position: 'absolute', inset: 0, opacity: 0, pointerEvents: 'none', width: '100%' }}
              />
            </InputAdornment>
          ),
        },
      }}
    />
  )
}
