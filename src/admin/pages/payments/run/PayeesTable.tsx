import { useTranslate } from 'react-admin'
import CloseIcon from '@mui/icons-material/Close'
import IconButton from '@mui/material/IconButton'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import type { OwnerRow } from '../../../../config/answers/owners.ts'
import { invoiceLengthMax, isInvoice, normalizeInvoice } from '../../../../domain/documents/invoices.ts'
import { formatMoney } from '../../../fields/format.ts'
import { useLanguage } from '../../../fields/useLanguage.ts'
import { Withheld } from '../../money/Withheld.tsx'
import { amountOf, asksInvoice, invoiceOf, ownerKey, partOf } from './payees.ts'

/** Amounts below each other, and the last column as narrow as its button. */
export const runTableStyle = {
  tableLayout: 'fixed',
  '& th, & td': { px: 1, overflowWrap: 'anywhere', verticalAlign: 'top' },
  '& .amount': { textAlign: 'right', fontVariantNumeric: 'tabular-nums', width: '35%' },
} as const

/** Whom a run pays, how much and how, and by which invoice where one is asked for; each can be left out. */
export function PayeesTable({
  owners,
  typed,
  onType,
  onLeave,
}: {
  owners: readonly OwnerRow[]
  /** Numbers of invoices, by owner. */
  typed: Readonly<Record<string, string>>
  onType: (owner: OwnerRow, number: string) => void
  onLeave: (owner: OwnerRow) => void
}) {
  const translate = useTranslate()
  const language = useLanguage()
  return (
    <Table size="small" sx={runTableStyle}>
      <TableHead>
        <TableRow>
          <TableCell>{translate('work.payRun.payee')}</TableCell>
          <TableCell className="amount">{translate('work.payRun.amount')}</TableCell>
          <TableCell sx={{ width: 44 }} />
        </TableRow>
      </TableHead>
      <TableBody>
        {owners.map((owner) => (
          <TableRow key={ownerKey(owner)}>
            <TableCell component="th" scope="row">
              {owner.name}
              <Typography variant="caption" component="div" color="textSecondary">
                {translate(`work.payRun.parts.${partOf(owner) ?? 'send'}`, { name: owner.payment?.requestedBy ?? '–' })}
              </Typography>
              {owner.withheld && owner.net !== undefined && partOf(owner) !== 'approve' && (
                <Withheld gross={owner.pendingValue} taxes={owner.withheld} net={owner.net} currency={owner.currency} />
              )}
              {asksInvoice(owner) && (
                <TextField
                  label={translate('paying.invoiceOf', { name: owner.name })}
                  value={invoiceOf(owner, typed)}
                  onChange={({ target }) => onType(owner, target.value)}
                  error={invoiceOf(owner, typed) !== '' && !isInvoice(normalizeInvoice(invoiceOf(owner, typed)))}
                  required
                  fullWidth
                  size="small"
                  margin="dense"
                  slotProps={{ htmlInput: { maxLength: invoiceLengthMax } }}
                />
              )}
            </TableCell>
            <TableCell className="amount">
              {formatMoney(amountOf(owner), { language, currency: owner.currency })}
            </TableCell>
            <TableCell sx={{ p: '2px !important' }}>
              <IconButton
                size="small"
                aria-label={translate('work.payRun.leave', { name: owner.name })}
                onClick={() => onLeave(owner)}
              >
                <CloseIcon fontSize="small" />
              </IconButton>
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}
