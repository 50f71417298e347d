import { useState } from 'react'
import { useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import GlobalStyles from '@mui/material/GlobalStyles'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemText from '@mui/material/ListItemText'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableFooter from '@mui/material/TableFooter'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import type { PayeeRow } from '../../answers/payees.ts'
import type { PayRunAnswer, RunPayment } from '../../answers/payRun.ts'
import { formatMoment, formatMoney } from '#engine/ui/fields/format.ts'
import { RecordLink } from '#engine/ui/fields/RecordLink.tsx'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { useActor } from '#engine/records/ui/ResourcesContext.tsx'
import { useCodeText } from '#engine/records/ui/useErrorText.ts'
import { ownerKey, refusedOwners, sumsOf } from './payees.ts'
import { runTableStyle } from './PayeesTable.tsx'
import { useWaitText } from './useWaitText.ts'
import { useSumsText } from './useSums.ts'

/** On paper stands the receipt alone. */
const onPaper = {
  '@media print': {
    '#root, .MuiBackdrop-root, .MuiDialogActions-root': { display: 'none !important' },
    '.MuiDialog-root, .MuiDialog-container': { position: 'static !important', height: 'auto !important' },
    '.MuiDialog-paper': { maxHeight: 'none !important', border: 0 },
  },
}

const stateOf = ({ awaitsApproval, isApproval, method }: RunPayment) =>
  awaitsApproval ? 'waits' : method === 'manual' ? 'settled' : isApproval ? 'approved' : 'sent'

/** What a run did: a line a payee with its payment, one sum a currency, and who was refused and why. */
export function Receipt({ answer, owners }: { answer: PayRunAnswer; owners: readonly PayeeRow[] }) {
  const translate = useTranslate()
  const language = useLanguage()
  const sumsText = useSumsText()
  const codeText = useCodeText()
  const waitText = useWaitText()
  const actor = useActor()
  const [at] = useState(() => new Date().toISOString())
  const refused = refusedOwners(owners, answer)
  const hasPaid = answer.payments.some(({ awaitsApproval }) => !awaitsApproval)
  const nameOf = ({ kind, id }: RunPayment) => owners.find((each) => each.kind === kind && each.id === id)?.name
  return (
    <div role="status">
      <GlobalStyles styles={onPaper} />
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        {translate(`work.payRun.${hasPaid ? 'made' : 'asked'}`, { moment: formatMoment(at), name: actor.name })}
      </Typography>
      {answer.payments.length > 0 && (
        <Table size="small" sx={runTableStyle}>
          <TableHead>
            <TableRow>
              <TableCell>{translate('work.payRun.payee')}</TableCell>
              <TableCell>{translate('work.payRun.payment')}</TableCell>
              <TableCell className="amount">{translate('work.payRun.amount')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {answer.payments.map((made) => (
              <TableRow key={made.payment}>
                <TableCell component="th" scope="row">
                  {nameOf(made) ?? `#${made.id}`}
                </TableCell>
                <TableCell>
                  <RecordLink resource="payment" id={made.payment}>
                    #{made.payment}
                  </RecordLink>
                  <Typography variant="caption" component="div" color="textSecondary">
                    {made.waits
                      ? waitText(made.waits, made.currency)
                      : translate(`work.payRun.states.${stateOf(made)}`)}
                  </Typography>
                </TableCell>
                <TableCell className="amount">
                  {formatMoney(made.value, { language, currency: made.currency })}
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
          <TableFooter>
            <TableRow sx={{ '& td': { fontWeight: 700, fontSize: 'inherit', color: 'text.primary' } }}>
              <TableCell colSpan={2}>{translate('work.payRun.total')}</TableCell>
              <TableCell className="amount">{sumsText(sumsOf(answer.payments))}</TableCell>
            </TableRow>
          </TableFooter>
        </Table>
      )}
      {refused.length > 0 && (
        <>
          <Alert severity="warning" sx={{ mt: 2 }}>
            {translate('work.payRun.refused', { smart_count: refused.length })}
          </Alert>
          <List dense>
            {refused.map(({ owner, refusal }) => (
              <ListItem key={ownerKey(owner)}>
                <ListItemText primary={owner.name} secondary={codeText(refusal.code, refusal.values)} />
              </ListItem>
            ))}
          </List>
        </>
      )}
    </div>
  )
}
