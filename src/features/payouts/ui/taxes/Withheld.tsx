import { useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import { formatMoney } from '#engine/ui/fields/format.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'

/** What is kept back of a payment for a tax. */
export interface WithheldTax {
  readonly tax: string
  readonly value: number
}

/** Gross, each tax that is kept back, and net, below each other. */
export function Withheld({
  gross,
  taxes,
  net,
  currency,
}: {
  gross: number
  taxes: readonly WithheldTax[]
  net: number
  currency: string
}) {
  const translate = useTranslate()
  const money = { language: useLanguage(), currency }
  const lines = [
    { key: 'gross', label: translate('paying.gross'), value: gross, isSum: false },
    ...taxes.map(({ tax, value }) => ({
      key: tax,
      label: translate(`moneyPages.statement.taxes.${tax}`),
      value: -value,
      isSum: false,
    })),
    { key: 'net', label: translate('paying.net'), value: net, isSum: true },
  ]
  return (
    <Box
      component="dl"
      sx={{
        display: 'grid',
        gridTemplateColumns: '1fr auto',
        columnGap: 2,
        m: 0,
        mt: 1,
        typography: 'body2',
        '& dd': { m: 0, textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
      }}
    >
      {lines.map(({ key, label, value, isSum }) => (
        <Box key={key} sx={{ display: 'contents', fontWeight: isSum ? 600 : undefined }}>
          <dt>{label}</dt>
          <dd>{formatMoney(value, money)}</dd>
        </Box>
      ))}
    </Box>
  )
}
