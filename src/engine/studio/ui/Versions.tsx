import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useMomentText } from '#engine/ui/fields/useMomentText.ts'
import type { OverlayVersion } from '../answers/studio.ts'
import { Differences, useDifferenceRows } from './Differences.tsx'
import { useStudioScope } from './studioContext.ts'
import { useState } from 'react'

/** The published versions, each with what it changed and the way back to it. */
export function Versions() {
  const { say, studio } = useStudioScope()
  const versions = studio.studio.data?.versions ?? []
  return (
    <Paper variant="outlined" component="section" aria-label={say('versions')} sx={{ p: 2 }}>
      <Typography component="h2" variant="subtitle1" sx={{ fontWeight: 650, mb: 1 }}>
        {say('versions')}
      </Typography>
      {versions.length === 0 && (
        <Typography variant="body2" color="textSecondary">
          {say('none')}
        </Typography>
      )}
      {versions.map((each, index) => (
        <Version key={each.version} version={each} before={versions[index + 1]} isNewest={index === 0} />
      ))}
    </Paper>
  )
}

function Version({
  version,
  before,
  isNewest,
}: {
  version: OverlayVersion
  before: OverlayVersion | undefined
  isNewest: boolean
}) {
  const { say, studio } = useStudioScope()
  const momentText = useMomentText()
  const [isOpen, setIsOpen] = useState(false)
  const rows = useDifferenceRows(before?.overlay ?? {}, version.overlay)
  const name = String(version.version)
  return (
    <Box sx={{ py: 1, borderTop: 1, borderColor: 'divider' }}>
      <Typography variant="body2" sx={{ fontWeight: 650 }}>
        {isNewest ? say('inForce', { version: name }) : name}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {say('by', { author: version.author ?? say('command'), at: momentText(version.at) })}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', ml: -0.75 }}>
        <Button size="small" onClick={() => setIsOpen(true)}>
          {say('differences')} ({rows.length})
        </Button>
        <Button
          size="small"
          disabled={studio.isWorking || studio.isAwaited}
          aria-label={isNewest ? undefined : say('goBackTo', { version: name })}
          onClick={() => void studio.restore(isNewest ? (before?.version ?? 0) : version.version)}
        >
          {isNewest ? say('undoVersion', { version: name }) : say('goBack')}
        </Button>
      </Box>
      {isOpen && <Differences rows={rows} onClose={() => setIsOpen(false)} />}
    </Box>
  )
}
