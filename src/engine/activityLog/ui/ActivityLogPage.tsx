import { type RaRecord, useTranslate } from 'react-admin'
import { ConfiguredList } from '#engine/records/ui/list/ConfiguredList.tsx'
import { OpenRow } from '#engine/records/ui/list/OpenRow.tsx'
import { DifferencePanel } from './DifferencePanel.tsx'
import { LogSentence } from './LogSentence.tsx'

const hidden = ['actor', 'operation', 'object', 'objectId', 'method', 'url']

/**
 * The activity log, made for support: a sentence for each line, the difference opened in place, filters in the address.
 */
export function ActivityLogPage() {
  const translate = useTranslate()
  const name = { open: translate('resourcePages.log.open'), close: translate('resourcePages.log.close') }
  const leading = {
    name: 'sentence',
    label: translate('resources.activityLog.fields.operation'),
    render: (record: RaRecord) => (
      <OpenRow id={record.id} name={name}>
        <LogSentence line={record} />
      </OpenRow>
    ),
  }
  return <ConfiguredList rows={{ panel: <DifferencePanel />, leading, hidden }} />
}
