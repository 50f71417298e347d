import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useRecordContext, useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { formatMoney, formatNumber, formatPercent } from '#engine/ui/fields/format.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { useRecordCurrency } from '#engine/ui/fields/useRecordCurrency.ts'
import { type Attempt, useAttemptText } from '../useAttemptText.ts'
import { useActor } from '#engine/records/ui/ResourcesContext.tsx'
import { isManualPayment } from '../isPaidByHand.ts'
import { mayPay } from '../mayPay.ts'
import { useProductName } from '#features/commission/ui/explanation/useProductName.ts'
import { ScrollBox } from '#engine/ui/fields/ScrollBox.tsx'
import { RelativeMoment } from '#engine/ui/fields/RelativeMoment.tsx'

const ManualPaymentDialog = lazy(() => import('../manual/ManualPaymentDialog.tsx'))
const DecideAdjustment = lazy(() => import('../adjustments/DecideAdjustment.tsx'))
const HeldNotice = lazy(() => import('./HeldNotice.tsx'))
const ExplanationDialog = lazy(() => import('#features/commission/ui/explanation/ExplanationDialog.tsx'))

/** A line of an entry, as the API answers it. */
interface EntryLine {
  readonly product: string
  readonly base: number | string
  /** Percent, for CPA a value; null where no single rate holds. */
  readonly rate: number | string | null
  readonly ruleVersion: number | null
  readonly amount: number
}

/** What an entry is made of and what was tried to pay it. @param isExplained its explanation stands beside it already */
export function EntryPanel({ isExplained = false }: { isExplained?: boolean }) {
  const record = useRecordContext()
  const actor = useActor()
  if (!record) return null
  return (
    <Box
      sx={{
        py: 1,
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 3fr) minmax(0, 2fr)' },
      }}
    >
      {record['status'] === 'pending' && mayPay(actor) && (
        <Suspense fallback={null}>
          <HeldNotice entry={record} />
        </Suspense>
      )}
      <Lines lines={(record['lines'] ?? []) as EntryLine[]} />
      <Attempts attempts={(record['attempts'] ?? []) as Attempt[]} />
      <EntryButtons
        isExplained={isExplained}
        isPayable={isManualPayment(record)}
        isProposed={record['status'] === 'awaiting_approval'}
      />
    </Box>
  )
}

function EntryButtons({
  isExplained,
  isPayable,
  isProposed,
}: {
  isExplained: boolean
  isPayable: boolean
  isProposed: boolean
}) {
  const translate = useTranslate()
  const actor = useActor()
  const [opened, setOpened] = useState<'payment' | 'explanation' | 'approve' | 'decline' | null>(null)
  const close = () => setOpened(null)
  return (
    <Box sx={{ gridColumn: '1 / -1', display: 'flex', gap: 1 }}>
      {!isExplained && (
        <Button size="small" variant="outlined" onClick={() => setOpened('explanation')}>
          {translate('resourcePages.entries.explain')}
        </Button>
      )}
      {isPayable && mayPay(actor) && (
        <Button
          size="small"
          variant="contained"
          title={translate('resourcePages.entries.onlyManual')}
          onClick={() => setOpened('payment')}
        >
          {translate('resourcePages.entries.pay')}
        </Button>
      )}
      {isProposed &&
        mayPay(actor) &&
        (['approve', 'decline'] as const).map((decision) => (
          <Button
            key={decision}
            size="small"
            variant={decision === 'approve' ? 'contained' : 'outlined'}
            onClick={() => setOpened(decision)}
          >
            {translate(`resourcePages.entries.${decision}`)}
          </Button>
        ))}
      <Suspense fallback={null}>
        {(opened === 'approve' || opened === 'decline') && <DecideAdjustment decision={opened} onClose={close} />}
        {opened === 'payment' && <ManualPaymentDialog onClose={close} />}
        {opened === 'explanation' && <ExplanationDialog onClose={close} />}
      </Suspense>
    </Box>
  )
}

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <ScrollBox label={title} sx={{ minWidth: 0 }}>
      <Typography variant="subtitle2" component="h2">
        {title}
      </Typography>
      {children}
    </ScrollBox>
  )
}

function Lines({ lines }: { lines: readonly EntryLine[] }) {
  const translate = useTranslate()
  const language = useLanguage()
  const currency = useRecordCurrency()
  const productName = useProductName()
  const heads = ['base', 'rate', 'rule', 'amount'] as const
  if (lines.length === 0)
    return (
      <Block title={translate('resourcePages.entries.lines')}>
        <Typography variant="body2">{translate('resourcePages.entries.noLines')}</Typography>
      </Block>
    )
  return (
    <Block title={translate('resourcePages.entries.lines')}>
      <Table
        size="small"
        sx={{ '& tr:last-of-type > *': { borderBottom: 0 }, '& th, & td': { px: { xs: 0.75, sm: 2 } } }}
      >
        <TableHead>
          <TableRow>
            <TableCell>{translate('resourcePages.entries.product')}</TableCell>
            {heads.map((head) => (
              <TableCell key={head} align="right">
                {translate(`resourcePages.entries.${head}`)}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {lines.map((line) => (
            <TableRow key={line.product}>
              <TableCell component="th" scope="row">
                {productName(line.product)}
              </TableCell>
              <TableCell align="right">
                {line.product === 'cpa'
                  ? formatNumber(line.base, { language, decimals: 2 })
                  : formatMoney(line.base, { language, currency })}
              </TableCell>
              <TableCell align="right">
                {line.product === 'cpa'
                  ? formatMoney(line.rate, { language, currency })
                  : formatPercent(line.rate, { language })}
              </TableCell>
              <TableCell align="right">{line.ruleVersion ?? '–'}</TableCell>
              <TableCell align="right">{formatMoney(line.amount, { language, currency })}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Block>
  )
}

function Attempts({ attempts }: { attempts: readonly Attempt[] }) {
  const translate = useTranslate()
  const attemptText = useAttemptText()
  return (
    <Block title={translate('resourcePages.entries.attempts')}>
      {attempts.length === 0 ? (
        <Typography variant="body2">{translate('resourcePages.entries.noAttempts')}</Typography>
      ) : (
        attempts.map((attempt, index) => (
          <Typography key={index} variant="body2">
            <strong>
              <RelativeMoment at={attempt.at} />
            </strong>{' '}
            {attemptText(attempt)}
          </Typography>
        ))
      )}
    </Block>
  )
}
