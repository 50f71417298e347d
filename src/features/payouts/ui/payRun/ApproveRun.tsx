import { useState } from 'react'
import { useNotify, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Checkbox from '@mui/material/Checkbox'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import Typography from '@mui/material/Typography'
import { PromptDialog } from '#engine/ui/dialogs/AskDialog.tsx'
import { formatMoney } from '#engine/ui/fields/format.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { useIdempotentCall } from '#engine/ui/queryPage/useCall.ts'
import { useCodeText } from '#engine/records/ui/useErrorText.ts'
import { usePaymentErrorText } from '#engine/records/ui/useRecordMessages.ts'
import type { PayRunAnswer, WaitingRun } from '../../answers/payRun.ts'
import { useOwnersRefresh } from '../payees/usePayees.ts'
import { payeesMax, sumsOf } from './payees.ts'
import { useSumsText } from './useSums.ts'

/** Approves what one person asked for together; each can be left out, and the sums follow. */
export default function ApproveRun({ run: asked, onClose }: { run: WaitingRun; onClose: () => void }) {
  const translate = useTranslate()
  const language = useLanguage()
  const sumsText = useSumsText()
  const codeText = useCodeText()
  const errorText = usePaymentErrorText()
  const notify = useNotify()
  const refresh = useOwnersRefresh()
  const { run, isRunning, error } = useIdempotentCall()
  const payments = asked.payments.slice(0, payeesMax)
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const [refused, setRefused] = useState<PayRunAnswer['refused']>([])
  const chosen = payments.filter(({ payment }) => !left.has(payment))
  const sums = sumsText(sumsOf(chosen))
  const toggle = (payment: number) =>
    setLeft((last) =>
      last.has(payment) ? new Set([...last].filter((each) => each !== payment)) : new Set([...last, payment]),
    )
  const approve = async () => {
    const approvals = chosen.map(({ payment }) => payment)
    const answer = (await run({ resource: 'payment', path: 'run', input: { approvals } })) as PayRunAnswer | null
    if (!answer) return
    void refresh()
    setRefused(answer.refused)
    if (answer.refused.length > 0) return
    notify('work.payRun.run.done', { type: 'success', messageArgs: { smart_count: chosen.length, value: sums } })
    onClose()
  }
  const nameOf = (payment: number | undefined) => payments.find((each) => each.payment === payment)?.name ?? '–'
  return (
    <PromptDialog
      title={translate('work.payRun.run.asks', {
        name: asked.requestedBy ?? '–',
        value: sumsText(asked.totals),
        smart_count: asked.payments.length,
      })}
      text={translate('work.payRun.run.text')}
      maxWidth="sm"
      action={
        refused.length > 0
          ? undefined
          : {
              label: translate('work.payRun.run.approveSum', { smart_count: chosen.length, value: sums }),
              isDisabled: chosen.length === 0,
              onClick: () => void approve(),
            }
      }
      closeLabel={refused.length > 0 ? 'resourcePages.actions.close' : undefined}
      isRunning={isRunning}
      problem={error !== null && errorText(error)}
      onClose={onClose}
    >
      {refused.length > 0 ? (
        <Alert severity="warning">
          {refused.map(({ payment, code, values }) => (
            <div key={payment}>
              {nameOf(payment)}: {codeText(code, values)}
            </div>
          ))}
        </Alert>
      ) : (
        <List dense disablePadding>
          {payments.map(({ payment, name, currency, value }) => (
            <ListItem key={payment} disablePadding>
              <ListItemButton onClick={() => toggle(payment)} disabled={isRunning} sx={{ minHeight: 44, px: 0 }}>
                <ListItemIcon sx={{ minWidth: 40 }}>
                  <Checkbox
                    edge="start"
                    tabIndex={-1}
                    checked={!left.has(payment)}
                    slotProps={{ input: { 'aria-label': name } }}
                  />
                </ListItemIcon>
                <ListItemText primary={name} sx={{ overflowWrap: 'anywhere' }} />
                <Typography variant="body2" sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums', ml: 2 }}>
                  {formatMoney(value, { language, currency })}
                </Typography>
              </ListItemButton>
            </ListItem>
          ))}
        </List>
      )}
    </PromptDialog>
  )
}
