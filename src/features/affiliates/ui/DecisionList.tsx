import { useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { SiteDecided } from '../answers/sites.ts'
import { labelKeys } from '#engine/ui/fields/labels.ts'
import { useMomentText } from '#engine/ui/fields/useMomentText.ts'

/** What was decided about a site, the newest first, each with what was declared and its digest. */
export function DecisionList({ decisions, words }: { decisions: readonly SiteDecided[]; words: string }) {
  const translate = useTranslate()
  const moment = useMomentText()
  if (decisions.length === 0)
    return (
      <Typography variant="body2" color="textSecondary">
        {translate(`${words}.undecided`)}
      </Typography>
    )
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {decisions.map(({ id, declaration, digest, decision, decidedAt, decidedBy, reason }) => (
        <Box key={id} component="li" sx={{ py: 1, borderTop: 1, borderColor: 'divider', overflowWrap: 'anywhere' }}>
          <Typography variant="body2" sx={{ fontWeight: 600 }}>
            {[
              translate(labelKeys.choice('siteState', decision)),
              moment(decidedAt),
              ...(decidedBy ? [decidedBy] : []),
            ].join(' · ')}
          </Typography>
          {reason && <Typography variant="body2">{reason}</Typography>}
          <Typography variant="body2">
            {declaration.address} · {translate(labelKeys.choice('siteKind', declaration.kind))}
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {declaration.usage}
          </Typography>
          <Typography variant="caption" component="code" color="textSecondary">
            SHA-256 {digest}
          </Typography>
        </Box>
      ))}
    </Box>
  )
}
