import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import type { Announcement } from '#features/affiliates/answers/announcements.ts'
import { useMomentText } from '#engine/ui/fields/useMomentText.ts'

/** What its company announced to an affiliate lately. */
export function Announcements({ announcements }: { announcements: readonly Announcement[] }) {
  const moment = useMomentText()
  return announcements.map(({ at, subject, text }) => (
    <Paper key={`${at} ${subject}`} component="article" variant="outlined" sx={{ p: 2, mb: 2 }}>
      <Typography component="h2" variant="subtitle1">
        {subject}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {moment(at)}
      </Typography>
      <Typography sx={{ mt: 1, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{text}</Typography>
    </Paper>
  ))
}
