import { useTranslate } from 'react-admin'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import type { TrialTotal } from '../answers/ledger.ts'
import { formatMoney } from '#engine/ui/fields/format.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'

const amounts = ['opening', 'debit', 'credit', 'closing'] as const
const figures = { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' } as const

/** The accounts of one currency, with what they come to together: as much debit as credit. */
export function TrialTable({ total, company }: { total: TrialTotal; company: string }) {
  const translate = useTranslate()
  const language = useLanguage()
  const { currency, rows } = total
  const name = `${translate('moneyPages.ledger.title')} ${currency}`
  const cells = (row: Readonly<Record<(typeof amounts)[number], number>>) =>
    amounts.map((name) => (
      <TableCell key={name} align="right" sx={figures}>
        {formatMoney(row[name], { language, currency })}
      </TableCell>
    ))
  return (
    <>
      <Typography variant="h6" component="h2" sx={{ px: 2, pt: 1 }}>
        {company} · {currency}
      </Typography>
      <TableContainer sx={{ mb: 2 }} tabIndex={0} role="region" aria-label={name}>
        <Table size="small" aria-label={name}>
          <TableHead>
            <TableRow>
              {(['code', 'account', 'brand'] as const).map((name) => (
                <TableCell key={name}>{translate(`ledger.columns.${name}`)}</TableCell>
              ))}
              {amounts.map((name) => (
                <TableCell key={name} align="right">
                  {translate(`ledger.columns.${name}`)}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.map((row) => (
              <TableRow key={`${row.account} ${row.brand?.id}`}>
                <TableCell sx={figures}>{row.code}</TableCell>
                <TableCell sx={{ minWidth: 180 }}>{translate(`ledger.accounts.${row.account}`)}</TableCell>
                <TableCell sx={{ minWidth: 110 }}>{row.brand?.name}</TableCell>
                {cells(row)}
              </TableRow>
            ))}
            <TableRow sx={{ '& td': { fontWeight: 600 } }}>
              <TableCell colSpan={3}>{translate('resourcePages.report.total')}</TableCell>
              {cells(total)}
            </TableRow>
          </TableBody>
        </Table>
      </TableContainer>
    </>
  )
}
