import { useRecordContext, useRefresh, useTranslate } from 'react-admin'
import { formatMoney } from '#engine/ui/fields/format.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { useRecordCurrency } from '#engine/ui/fields/useRecordCurrency.ts'
import { DecideDialog, type Decision } from '#engine/ui/queryPage/DecideDialog.tsx'

const words = 'resourcePages.entries'

/** Decides about an adjustment that somebody wrote. */
export default function DecideAdjustment({ decision, onClose }: { decision: Decision; onClose: () => void }) {
  const translate = useTranslate()
  const language = useLanguage()
  const currency = useRecordCurrency()
  const refresh = useRefresh()
  const record = useRecordContext()
  if (!record) return null
  return (
    <DecideDialog
      subject={{ resource: 'entry', id: record.id, words, reasonLabel: `${words}.whyNot` }}
      decision={decision}
      onAnswered={refresh}
      onClose={onClose}
      title={translate(`${words}.${decision}Title`, { value: formatMoney(record['value'], { language, currency }) })}
      text={translate(`${words}.writtenBy`, {
        name: String(record['requestedBy'] ?? '–'),
        reason: String(record['reason'] ?? '–'),
      })}
    />
  )
}
