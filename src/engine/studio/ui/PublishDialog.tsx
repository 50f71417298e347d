import Typography from '@mui/material/Typography'
import { PromptDialog } from '#engine/ui/dialogs/AskDialog.tsx'
import { useResourceName } from '#engine/ui/fields/labels.ts'
import { type DifferenceRow, DifferenceTable } from './Differences.tsx'
import { useStudioScope } from './studioContext.ts'

/** Says what is about to be published and whom it concerns, and publishes it. */
export function PublishDialog({ rows, onClose }: { rows: readonly DifferenceRow[]; onClose: () => void }) {
  const { say, studio } = useStudioScope()
  const resourceName = useResourceName()
  const counts = studio.studio.data?.counts ?? {}
  const touched = [...new Set(rows.map(({ resource }) => resource))].filter((name) => counts[name] !== undefined)
  const publish = async () => {
    onClose()
    await studio.publish()
  }
  return (
    <PromptDialog
      title={say('publishAs', { version: studio.newest + 1 })}
      maxWidth="md"
      action={{ label: say('publish'), onClick: () => void publish() }}
      onClose={onClose}
    >
      <DifferenceTable rows={rows} />
      {touched.length > 0 && (
        <Typography component="h3" variant="subtitle2" sx={{ mt: 2 }}>
          {say('affected')}
        </Typography>
      )}
      {touched.map((name) => (
        <Typography key={name} variant="body2">
          {say('records', { entity: resourceName(name, 2), smart_count: counts[name]! })}
        </Typography>
      ))}
    </PromptDialog>
  )
}
