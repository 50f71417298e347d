import type { ReactElement } from 'react'
import { type RaRecord, useTranslate } from 'react-admin'
import { formatDay } from '#engine/ui/fields/format.ts'
import { useFieldLabel } from '#engine/ui/fields/labels.ts'
import { OpenRow } from '#engine/records/ui/list/OpenRow.tsx'
import type { RecordTableProps } from '#engine/records/ui/list/RecordTable.tsx'
import { useActor, useConfiguredResource } from '#engine/records/ui/ResourcesContext.tsx'
import { pages } from '#resources/pages.ts'
import { isManualPayment, isPending } from '../isPaidByHand.ts'
import { ManyPaymentsBar } from '../manual/ManyPaymentsBar.tsx'
import { mayPay } from '../mayPay.ts'

const hidden = ['day']

/** What the rows of entries show besides their columns: what opens below each, and what can be done with several. */
export function useEntryRows(panel: ReactElement): RecordTableProps {
  const translate = useTranslate()
  const resource = useConfiguredResource()
  const label = useFieldLabel()(resource.name, 'day')
  const name = { open: translate('resourcePages.entries.open'), close: translate('resourcePages.entries.close') }
  const leading = {
    name: 'opened',
    label,
    render: (record: RaRecord) => (
      <OpenRow id={record.id} name={name}>
        {formatDay(record['day'])}
      </OpenRow>
    ),
  }
  const actor = useActor()
  const isSelectable = pages.payments.isFor(actor) ? isPending : isManualPayment
  const bulk = mayPay(actor) ? { bar: <ManyPaymentsBar />, isSelectable } : undefined
  return { panel, leading, hidden, bulk }
}
