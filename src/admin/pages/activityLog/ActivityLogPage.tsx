import { type RaRecord, useTranslate } from 'ra-core'
import { useResourceName } from '../../fields/labels.ts'
import { ConfiguredList } from '../../resource/list/ConfiguredList.tsx'
import { OpenRow } from '../../resource/list/OpenRow.tsx'
import { DifferencePanel } from './DifferencePanel.tsx'

const hidden = ['actor', 'operation', 'object', 'objectId', 'method', 'url']

/** The activity log, made for support: a sentence for each line, the difference opened in place, filters in the address. */
export function ActivityLogPage() {
  const translate = useTranslate()
  const sentence = useSentence()
  const name = { open: translate('resourcePages.log.open'), close: translate('resourcePages.log.close') }
  const leading = { name: 'sentence', label: translate('resources.activityLog.fields.operation'), render: (record: RaRecord) => <OpenRow id={record.id} name={name}>{sentence(record)}</OpenRow> }
  return <ConfiguredList rows={{ panel: <DifferencePanel />, leading, hidden, opensPage: false }} />
}

/** Says a line of the log as a sentence: who did what to which record. */
export function useSentence(): (line: RaRecord) => string {
  const translate = useTranslate()
  const resourceName = useResourceName()
  return (line) => {
    const [operation, object] = [String(line['operation'] ?? ''), String(line['object'] ?? '')]
    const action = translate(`resources.${object}.actions.${operation}`, { _: operation })
    // A session is nothing people know by number: who signed in says it all.
    const named = object === 'session' ? '' : `${translate(`resourcePages.log.objects.${object}`, { _: resourceName(object, 1) })} #${String(line['objectId'] ?? '')}`
    return translate('resourcePages.log.sentence', { actor: String(line['actor'] ?? '–'), operation: translate(`resourcePages.log.operations.${operation}`, { _: action }), object: named })
  }
}
