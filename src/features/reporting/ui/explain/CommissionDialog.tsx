import { useState } from 'react'
import { useTranslate } from 'react-admin'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { MeasureColumn } from '#engine/declaration/derive/report/measureColumn.ts'
import type { ReportRow } from '#engine/declaration/derive/report/reportRows.ts'
import type { Report } from '#engine/declaration/report.ts'
import { PromptDialog } from '#engine/ui/dialogs/AskDialog.tsx'
import { formatDay } from '#engine/ui/fields/format.ts'
import { EntryExplained } from '#features/commission/ui/explanation/EntryExplained.tsx'
import { useReportLabels } from '../reportLabels.ts'
import type { ReportQuery } from '../reportQuery.ts'
import { type Owner, ownerOf, periodOf } from './commission.ts'
import { OwnerEntries } from './OwnerEntries.tsx'
import { Owners } from './Owners.tsx'

interface CommissionDialogProps {
  readonly report: Report
  readonly query: ReportQuery
  readonly currency: string | undefined
  readonly row: ReportRow
  readonly column: MeasureColumn
  readonly onClose: () => void
}

/**
 * How a commission of a report came about: who earned it, by which entries, and each entry step by step from events to
 * amount.
 */
export default function CommissionDialog({ report, query, currency, row, column, onClose }: CommissionDialogProps) {
  const translate = useTranslate()
  const labels = useReportLabels(currency)
  const first = ownerOf(row, column)
  const [owner, setOwner] = useState<Owner | null>(first)
  const [entry, setEntry] = useState<{ id: number; isOnly: boolean } | null>(null)
  const period = periodOf(row, query)
  const days =
    period.from === period.to ? formatDay(period.from) : `${formatDay(period.from)} – ${formatDay(period.to)}`
  const canGoBack = (entry !== null && !entry.isOnly) || (owner !== null && first === null)
  const back = () => {
    if (entry !== null && !entry.isOnly) return setEntry(null)
    setEntry(null)
    setOwner(null)
  }
  return (
    <PromptDialog
      title={[labels.column(column), owner?.name].filter(Boolean).join(' · ')}
      maxWidth="md"
      isRead
      closeLabel="resourcePages.actions.close"
      onClose={onClose}
      more={canGoBack && <Button onClick={back}>{translate('resourcePages.report.back')}</Button>}
    >
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
        {days} · {labels.number(column, row.values[column.name])}
      </Typography>
      {owner === null && (
        <Owners report={report} query={query} currency={currency} row={row} column={column} onOpen={setOwner} />
      )}
      {owner !== null && entry === null && (
        <OwnerEntries
          owner={owner}
          currency={currency}
          period={period}
          column={column}
          expected={first ? (row.values[column.name] ?? null) : null}
          onOpen={setEntry}
        />
      )}
      {entry !== null && <EntryExplained id={entry.id} />}
    </PromptDialog>
  )
}
