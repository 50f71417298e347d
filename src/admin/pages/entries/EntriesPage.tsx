import { type RaRecord, useTranslate } from 'react-admin'
import { formatDay } from '../../fields/format.ts'
import { useFieldLabel } from '../../fields/labels.ts'
import { ConfiguredList } from '../../resource/list/ConfiguredList.tsx'
import { OpenRow } from '../../resource/list/OpenRow.tsx'
import { useActor, useConfiguredResource } from '../../resource/ResourcesContext.tsx'
import { moneyPages } from '../money/moneyPages.ts'
import { EntryPanel } from './EntryPanel.tsx'
import { isPaidByHand, isPending } from './isPaidByHand.ts'
import { ManyPaymentsBar } from './manual/ManyPaymentsBar.tsx'
import { mayPay } from './mayPay.ts'

const hidden = ['day']

/** The entries: the declared list, with lines, payment attempts and the manual payment opened in place. */
export function EntriesPage() {
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
  const isSelectable = moneyPages.payments.isFor(actor) ? isPending : isPaidByHand
  const bulk = mayPay(actor) ? { bar: <ManyPaymentsBar />, isSelectable } : undefined
  return <ConfiguredList rows={{ panel: <EntryPanel />, leading, hidden, bulk }} />
}
