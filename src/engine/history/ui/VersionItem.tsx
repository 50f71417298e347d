import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { sameValue } from '#engine/declaration/derive/difference.ts'
import { RelativeMoment } from '#engine/ui/fields/RelativeMoment.tsx'
import type { HistoryRow } from './historyRow.ts'
import { VersionValue } from './VersionValue.tsx'

/** What changed with a version, in a line of time: who changed what, and when. */
export function VersionItem({ row, before }: { row: HistoryRow; before: HistoryRow }) {
  const changed = Object.keys(row.values).filter((name) => !sameValue(before.values[name], row.values[name]))
  return (
    <Box component="li" sx={{ py: 1.5, borderTop: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'baseline' }}>
        <Typography variant="body2" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          {row.changedBy}
        </Typography>
        <Typography variant="caption" color="textSecondary">
          <RelativeMoment at={row.changedAt} />
        </Typography>
      </Box>
      <Box component="dl" sx={{ m: 0 }}>
        {changed.map((name) => (
          <VersionValue key={name} name={name} value={row.values[name]} was={before.values[name]} isChanged />
        ))}
      </Box>
    </Box>
  )
}
