import { type ReactNode, useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDataProvider, useNotify, useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { PaymentFileAnswer, PaymentFilesAnswer, WrittenFileAnswer } from '../answers/paymentFiles.ts'
import { isDay } from '#engine/values/calendar.ts'
import { DayField } from '#engine/ui/fields/inputs/DayField.tsx'
import { FileButton } from '#engine/export/ui/FileButton.tsx'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { usePaymentErrorText } from '#engine/records/ui/useRecordMessages.ts'
import { PromptDialog } from '#engine/ui/dialogs/AskDialog.tsx'
import { formatMoney } from '#engine/ui/fields/format.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { QueryBoundary } from '#engine/ui/queryPage/Answered.tsx'
import { useIdempotentCall } from '#engine/ui/queryPage/useCall.ts'
import { useOwnersRefresh } from './payees/usePayees.ts'

const queryKey = ['payment', 'file']

/** The payments to IBANs that wait, each company and currency written into one file, and the files to download. */
export default function PaymentFilesDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  const notify = useNotify()
  const language = useLanguage()
  const errorText = usePaymentErrorText()
  const client = useQueryClient()
  const refresh = useOwnersRefresh()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const call = useIdempotentCall()
  const [day, setDay] = useState('')
  const isWrong = day !== '' && !isDay(day)
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => dataProvider.read<PaymentFilesAnswer>('/api/payment/file', signal),
    retry: false,
    staleTime: 0,
  })
  const write = async ({ company, currency }: PaymentFilesAnswer['waiting'][number]) => {
    const done = await call.run({
      resource: 'payment',
      path: 'file',
      input: { company, currency, ...(day === '' ? {} : { executedOn: day }) },
    })
    if (!done) return
    const { id, controlSum, left } = done as unknown as WrittenFileAnswer
    await client.invalidateQueries({ queryKey })
    void refresh()
    if (id === null) notify('moneyPages.paymentFiles.nothing', { type: 'warning' })
    else if (left.length > 0)
      notify('moneyPages.paymentFiles.left', { type: 'warning', messageArgs: { smart_count: left.length } })
    else
      notify('moneyPages.paymentFiles.written', {
        type: 'success',
        messageArgs: { value: formatMoney(controlSum, { language, currency }) },
      })
  }
  return (
    <PromptDialog
      title={translate('moneyPages.paymentFiles.title')}
      text={translate('moneyPages.paymentFiles.text')}
      maxWidth="sm"
      isRunning={call.isRunning}
      problem={call.error !== null && errorText(call.error)}
      closeLabel="resourcePages.actions.close"
      onClose={onClose}
    >
      <QueryBoundary query={query}>
        {({ waiting, files }) => (
          <>
            {waiting.length > 0 && (
              <DayField
                size="small"
                margin="dense"
                label={translate('moneyPages.paymentFiles.executedOn')}
                helperText={translate('moneyPages.paymentFiles.executedHelp')}
                value={day}
                onChange={setDay}
                error={isWrong}
              />
            )}
            {waiting.length === 0 && <Typography>{translate('moneyPages.paymentFiles.none')}</Typography>}
            {waiting.map((each) => (
              <Line
                key={`${each.company} ${each.currency}`}
                text={translate('moneyPages.paymentFiles.waiting', {
                  smart_count: each.payments,
                  value: formatMoney(each.value, { language, currency: each.currency }),
                })}
              >
                <Button
                  variant="contained"
                  size="small"
                  disabled={call.isRunning || isWrong}
                  onClick={() => void write(each)}
                >
                  {translate('moneyPages.paymentFiles.write')}
                </Button>
              </Line>
            ))}
            {files.length > 0 && (
              <Typography component="h3" variant="subtitle2" sx={{ mt: 2, mb: 0.5 }}>
                {translate('moneyPages.paymentFiles.files')}
              </Typography>
            )}
            {files.map((file) => (
              <Written key={file.id} file={file} />
            ))}
          </>
        )}
      </QueryBoundary>
    </PromptDialog>
  )
}

function Line({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, flexWrap: 'wrap', minHeight: 44 }}>
      <Typography variant="body2" sx={{ flexGrow: 1, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' }}>
        {text}
      </Typography>
      {children}
    </Box>
  )
}

function Written({ file: { id, messageId, payments, controlSum, currency } }: { file: PaymentFileAnswer }) {
  const translate = useTranslate()
  const language = useLanguage()
  const name = `${messageId}-${currency}.xml`
  const sum = translate('moneyPages.paymentFiles.waiting', {
    smart_count: payments,
    value: formatMoney(controlSum, { language, currency }),
  })
  return (
    <Line text={`${messageId} · ${sum}`}>
      <FileButton
        path={`/api/payment/file/${id}`}
        name={name}
        label={translate('moneyPages.paymentFiles.open', { name })}
      />
    </Line>
  )
}
