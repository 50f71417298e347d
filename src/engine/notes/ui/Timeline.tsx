import { useTranslate } from 'react-admin'
import { VersionItem } from '#engine/history/ui/VersionItem.tsx'
import { useVersions } from '#engine/history/ui/useVersions.ts'
import { useActor } from '#engine/records/ui/ResourcesContext.tsx'
import { Notes } from './NotesPanel.tsx'

/** Notes on the record that is open and what was changed of it, in one line of time: the newest first. */
export default function Timeline() {
  const translate = useTranslate()
  const actor = useActor()
  const { data = [] } = useVersions()
  // Of the first version there is nothing to tell: so it began.
  const changes = data.flatMap((row, index) => {
    const before = data[index + 1]
    if (!before || row.changedAt === null) return []
    return [{ key: `version ${row.id}`, at: row.changedAt, shown: <VersionItem row={row} before={before} /> }]
  })
  return actor.kind === 'user' ? <Notes title={translate('notes.timeline')} among={changes} /> : null
}
