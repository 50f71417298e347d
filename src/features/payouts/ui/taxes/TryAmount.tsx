import { useState } from 'react'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { TaxMessages } from '#locales/en/taxes.ts'
import { type Day, isDay } from '#engine/values/calendar.ts'
import { defaultCurrency } from '#engine/values/money.ts'
import type { DatedTaxTable } from '#rules/payouts/withholding.ts'
import { DayField } from '#engine/ui/fields/inputs/DayField.tsx'
import { NumberField } from '#engine/ui/fields/inputs/NumberField.tsx'
import { Withheld } from './Withheld.tsx'
import { KindFields } from './KindFields.tsx'
import { tryTables } from './taxTables.ts'

interface TryAmountProps {
  readonly tables: readonly DatedTaxTable[]
  readonly texts: TaxMessages
  readonly today: Day
}

const outsetAmount = 1000

/** What would be kept back of an amount on a day, by the tables that are loaded. */
export function TryAmount({ tables, texts, today }: TryAmountProps) {
  const [amount, setAmount] = useState<number | string | null>(outsetAmount)
  const [day, setDay] = useState<string>(today)
  const [payment, setPayment] = useState({ ownerKind: 'cpf' as const, municipality: '', currency: defaultCurrency })
  const isAsked = typeof amount === 'number' && amount > 0 && isDay(day)
  const tried = isAsked ? tryTables(amount, { ...payment, day }, tables) : null
  return (
    <Box component="section" aria-label={texts.tryTitle}>
      <Typography variant="h6" component="h2">
        {texts.tryTitle}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
        {texts.tryLead}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <NumberField label={texts.fields.amount} value={amount} sign={payment.currency} onChange={setAmount} />
        <KindFields
          kind={payment}
          texts={texts}
          onChange={(changed) => setPayment({ ...payment, ...(changed as object) })}
        />
        <DayField size="small" label={texts.fields.day} value={day} onChange={setDay} error={!isDay(day)} />
      </Box>
      <Box aria-live="polite" sx={{ maxWidth: 420, mt: 1 }}>
        {tried && tried.lines.length === 0 && <Typography variant="body2">{texts.nothingKept}</Typography>}
        {tried && tried.lines.length > 0 && (
          <Withheld gross={amount as number} taxes={tried.lines} net={tried.net} currency={payment.currency} />
        )}
        {tried?.isNothingLeft && (
          <Alert severity="warning" sx={{ mt: 1 }}>
            {texts.nothingLeft}
          </Alert>
        )}
      </Box>
    </Box>
  )
}
