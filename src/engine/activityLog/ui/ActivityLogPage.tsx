import { type RaRecord, useLocation, useStore, useTranslate } from 'react-admin'
import { ConfiguredList } from '#engine/records/ui/list/ConfiguredList.tsx'
import { OpenRow } from '#engine/records/ui/list/OpenRow.tsx'
import { DifferencePanel } from './DifferencePanel.tsx'
import { LogSentence } from './LogSentence.tsx'

const hidden = ['actor', 'operation', 'object', 'objectId', 'method', 'url']

/** Filters under which a batch is still one row: they narrow the log by time and person, not by what was done. */
const foldedFilters = ['at_gte', 'at_lte', 'user']

/** Whether the log shows one row for each batch: where nothing is asked of single lines. */
function useIsFolded(): boolean {
  const { search } = useLocation()
  // As react-admin does: the address, and what the list was asked last where the address says nothing.
  const [stored] = useStore<{ filter?: object }>('activityLog.listParams', {})
  const asked = new URLSearchParams(search).get('filter')
  const filter = search === '' ? (stored?.filter ?? {}) : readFilter(asked)
  return Object.keys(filter).every((name) => foldedFilters.includes(name))
}

function readFilter(text: string | null): object {
  try {
    return (JSON.parse(text ?? '{}') ?? {}) as object
  } catch {
    return {}
  }
}

/**
 * The activity log, made for support: a sentence for each line, a batch as one row, the difference opened in place,
 * filters in the address.
 */
export function ActivityLogPage() {
  const translate = useTranslate()
  const isFolded = useIsFolded()
  const name = { open: translate('resourcePages.log.open'), close: translate('resourcePages.log.close') }
  const leading = {
    name: 'sentence',
    label: translate('resources.activityLog.fields.operation'),
    render: (record: RaRecord) => (
      <OpenRow id={record.id} name={name}>
        <LogSentence line={record} isFolded={isFolded} />
      </OpenRow>
    ),
  }
  return (
    <ConfiguredList
      filter={isFolded ? { continues: false } : undefined}
      rows={{ panel: <DifferencePanel isFolded={isFolded} />, leading, hidden }}
    />
  )
}
