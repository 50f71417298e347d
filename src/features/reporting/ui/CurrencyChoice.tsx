import { useState } from 'react'
import { useTranslate } from 'react-admin'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { currency as known } from '#resources/choices.ts'
import { answerIn } from '#engine/declaration/derive/report/reportRows.ts'

interface Answered {
  readonly rows: readonly object[]
  readonly total?: object
  readonly totals?: readonly { readonly currency: string }[]
}

/** An answer in the currency somebody looks at, of those it has; and the one of the period before in the same. */
export function useCurrency<Answer extends Answered>(answer: Answer | undefined, before: Answer | undefined) {
  const [chosen, choose] = useState<string | undefined>(undefined)
  const currencies = (answer?.totals ?? []).map(({ currency }) => currency)
  const currency = chosen !== undefined && currencies.includes(chosen) ? chosen : currencies[0]
  return {
    currencies,
    currency,
    choose,
    now: answer && answerIn(answer, currency),
    before: before && answerIn(before, currency),
  }
}

/** Which currency is looked at; nothing where there is one. */
export function CurrencyChoice({
  currencies,
  currency,
  onChoose,
}: {
  currencies: readonly string[]
  currency: string | undefined
  onChoose: (currency: string) => void
}) {
  const translate = useTranslate()
  if (currencies.length < 2) return null
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={currency}
      onChange={(_, value: string | null) => value && onChoose(value)}
      aria-label={translate('resources.brand.fields.currency')}
      sx={{ m: 1.5 }}
    >
      {currencies.map((each) => (
        <ToggleButton key={each} value={each}>
          {each}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}

/** Whether each amount is in its own currency, or all in one by dated rates; nothing where there is one currency. */
export function ConversionChoice({
  currencies,
  converted,
  onChange,
}: {
  currencies: readonly string[]
  converted: string | undefined
  onChange: (currency: string | undefined) => void
}) {
  const translate = useTranslate()
  if (currencies.length < 2 && converted === undefined) return null
  return (
    <TextField
      select
      size="small"
      label={translate('resourcePages.report.inOne')}
      value={converted ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
      sx={{ m: 1.5, minWidth: 180 }}
      slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
    >
      <MenuItem value="">{translate('resourcePages.report.eachInItsOwn')}</MenuItem>
      {known.values.map((each) => (
        <MenuItem key={each} value={each}>
          {each}
        </MenuItem>
      ))}
    </TextField>
  )
}
