import { useTranslate } from 'react-admin'
import CloseIcon from '@mui/icons-material/Close'
import EditIcon from '@mui/icons-material/EditOutlined'
import IconButton from '@mui/material/IconButton'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import type { PayeeRow } from '../../answers/payees.ts'
import type { PayRunAnswer } from '../../answers/payRun.ts'
import { invoiceLengthMax, typedInvoiceProblem } from '#rules/payouts/invoices.ts'
import { formatMoney } from '#engine/ui/fields/format.ts'
import { useCodeText } from '#engine/records/ui/useErrorText.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { Withheld } from '../taxes/Withheld.tsx'
import { amountOf, asksInvoice, invoiceOf, ownerKey, payRunPlanFor, refusedOwners, type PayRunInput } from './payees.ts'
import { outcomeOf, paymentOf } from './usePreview.ts'
import { useWaitText } from './useWaitText.ts'

/** Amounts below each other, and the last column as narrow as its button. */
export const runTableStyle = {
  tableLayout: 'fixed',
  '& th, & td': { px: 1, overflowWrap: 'anywhere', verticalAlign: 'top' },
  '& .amount': { textAlign: 'right', fontVariantNumeric: 'tabular-nums', width: '35%' },
} as const

/** Whom a run pays, how much and how, and by which invoice where one is asked for; each can be left out, or paid in part. */
export function PayeesTable({
  owners,
  typed,
  preview,
  onType,
  onLeave,
}: {
  owners: readonly PayeeRow[]
  typed: PayRunInput
  /** What the server says would become of each. */
  preview: PayRunAnswer | null
  onType: (typed: PayRunInput) => void
  onLeave: (owner: PayeeRow) => void
}) {
  const translate = useTranslate()
  const waitText = useWaitText()
  const codeText = useCodeText()
  const becomesOf = (owner: PayeeRow): string => {
    const made = paymentOf(preview, owner)
    if (made?.waits) return waitText(made.waits, made.currency)
    const refusal = preview && refusedOwners([owner], preview)[0]?.refusal
    if (refusal) return codeText(refusal.code, refusal.values)
    const part = made ? outcomeOf(made) : payRunPlanFor(owner)
    // Nothing is promised before the server has said it.
    if (!made && part !== 'approve') return ''
    return translate(`work.payRun.parts.${part ?? 'send'}`, { name: owner.payment?.requestedBy ?? '–' })
  }
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
                {becomesOf(owner)}
              </Typography>
              {owner.withheld && owner.net !== undefined && isWhole(owner, typed) && (
                <Withheld gross={owner.pendingValue} taxes={owner.withheld} net={owner.net} currency={owner.currency} />
              )}
              {asksInvoice(owner) && (
                <TextField
                  label={translate('paying.invoiceOf', { name: owner.name })}
                  value={invoiceOf(owner, typed)}
                  onChange={({ target }) =>
                    onType({ ...typed, invoices: { ...typed.invoices, [ownerKey(owner)]: target.value } })
                  }
                  error={typedInvoiceProblem(invoiceOf(owner, typed)) !== null}
                  required
                  fullWidth
                  size="small"
                  margin="dense"
                  slotProps={{ htmlInput: { maxLength: invoiceLengthMax } }}
                />
              )}
            </TableCell>
            <TableCell className="amount">
              <Amount owner={owner} typed={typed} onType={onType} />
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

const isWhole = (owner: PayeeRow, typed: PayRunInput) =>
  payRunPlanFor(owner) !== 'approve' && amountOf(owner, typed) === owner.pendingValue

/** One and the same for every rendering: it is called as the field comes, not as one types. */
const takeFocus = (field: HTMLInputElement | null) => field?.focus()

/** What is paid, and a pencil where less of it can be. */
function Amount({
  owner,
  typed,
  onType,
}: {
  owner: PayeeRow
  typed: PayRunInput
  onType: (typed: PayRunInput) => void
}) {
  const translate = useTranslate()
  const money = { language: useLanguage(), currency: owner.currency }
  const key = ownerKey(owner)
  const given = typed.amounts[key]
  const put = (text: string) => onType({ ...typed, amounts: { ...typed.amounts, [key]: text } })
  const label = translate('work.payRun.amountOf', { name: owner.name })
  if (given === undefined)
    return (
      <>
        {formatMoney(amountOf(owner, typed), money)}
        {payRunPlanFor(owner) === 'approve' ? null : (
          <IconButton size="small" aria-label={label} onClick={() => put(String(owner.pendingValue))} sx={{ my: -0.5 }}>
            <EditIcon fontSize="inherit" />
          </IconButton>
        )}
      </>
    )
  const amount = amountOf(owner, typed)
  return (
    <TextField
      type="number"
      size="small"
      inputRef={takeFocus}
      value={given}
      onChange={({ target }) => put(target.value)}
      error={amount === null}
      helperText={
        amount === null || amount === owner.pendingValue
          ? translate('paying.amountHelp', { value: formatMoney(owner.pendingValue, money) })
          : translate('paying.partial', { rest: formatMoney(owner.pendingValue - amount, money) })
      }
      slotProps={{ htmlInput: { 'aria-label': label, min: 0.01, max: owner.pendingValue, step: 0.01 } }}
    />
  )
}
