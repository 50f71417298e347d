import { useEffect } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useDataProvider, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import LinearProgress from '@mui/material/LinearProgress'
import Link from '@mui/material/Link'
import type { MeasureColumn } from '#engine/declaration/derive/report/measureColumn.ts'
import type { Period } from '#engine/values/periodPresets.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { formatDay } from '#engine/ui/fields/format.ts'
import { labelKeys } from '#engine/ui/fields/labels.ts'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'
import { useReportLabels } from '../reportLabels.ts'
import type { Owner } from './commission.ts'
import { PartsTable } from './PartsTable.tsx'

interface EntryRecord {
  readonly id: number
  readonly day: string
  readonly kind: string
  readonly status: string
  readonly value: number
  readonly lines: readonly { readonly product: string; readonly amount: number }[] | null
}

/** A month has 31 commissions of an owner, and some adjustments. */
const entriesMax = 200

/** What an entry has of a column: of a product's reward the line of that product, else the whole entry. */
function amountOf({ lines, value }: EntryRecord, { product }: MeasureColumn): number {
  return product === null
    ? value
    : (lines ?? [])
        .filter((line) => line.product === product)
        .reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100
}

/**
 * The entries of an owner in a period; one that stands alone opens by itself. `expected` is what the report says, where
 * it is this owner's number.
 */
export function OwnerEntries({
  owner,
  currency,
  period,
  column,
  expected,
  onOpen,
}: {
  owner: Owner
  /** Of the number: entries in others have no part in it. */
  currency: string | undefined
  period: Period
  column: MeasureColumn
  expected: number | null
  onOpen: (entry: { id: number; isOnly: boolean }) => void
}) {
  const translate = useTranslate()
  const labels = useReportLabels(currency)
  const errorText = useErrorText()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const { data, error } = useQuery({
    queryKey: ['entriesOf', owner.kind, owner.id, currency, period.from, period.to],
    retry: false,
    queryFn: () =>
      dataProvider.getList('entry', {
        pagination: { page: 1, perPage: entriesMax },
        sort: { field: 'day', order: 'ASC' },
        filter: {
          [owner.kind]: [owner.id],
          day_gte: period.from,
          day_lte: period.to,
          ...(currency === undefined ? {} : { currency: [currency] }),
        },
      }),
  })
  const entries = (data?.data as readonly EntryRecord[] | undefined)
    ?.map((entry) => ({ ...entry, amount: amountOf(entry, column) }))
    .filter(({ amount }) => amount !== 0)
  const only = entries?.length === 1 ? entries[0]!.id : null
  useEffect(() => {
    if (only !== null) onOpen({ id: only, isOnly: true })
  }, [only, onOpen])
  if (error) return <Alert severity="error">{errorText(error)}</Alert>
  if (!entries) return <LinearProgress aria-label={translate('resourcePages.report.loading')} />
  if (entries.length === 0) return <Alert severity="info">{translate('resourcePages.report.explainNone')}</Alert>
  const sum = entries.reduce((total, { amount }) => total + Math.round(amount * 100), 0) / 100
  return (
    <>
      {expected !== null && expected !== sum && (
        <Alert severity="info" sx={{ mb: 1 }}>
          {translate('resourcePages.report.explainPart', { value: labels.number(column, expected) })}
        </Alert>
      )}
      <PartsTable
        head={translate('dimensions.day')}
        total={labels.number(column, sum)}
        parts={entries.map(({ id, day, kind, status, amount }) => ({
          key: String(id),
          amount: labels.number(column, amount),
          note: `${translate(labelKeys.choice('entryKind', kind))} · ${translate(labelKeys.choice('entryStatus', status))}`,
          name: (
            <Link component="button" type="button" onClick={() => onOpen({ id, isOnly: false })}>
              {formatDay(day)}
            </Link>
          ),
        }))}
      />
    </>
  )
}
