import { useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { MediaClicks } from '../answers/media.ts'
import { formatNumber } from '#engine/ui/fields/format.ts'
import { RecordLink } from '#engine/ui/fields/RecordLink.tsx'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'

const shownMax = 20

/** How many came by a medium, and on whose pages it stood. */
export function Clicks({ clicks: { total, affiliates } }: { clicks: MediaClicks }) {
  const translate = useTranslate()
  const language = useLanguage()
  return (
    <>
      <Typography variant="body2" sx={{ fontWeight: 600 }}>
        {translate('media.clicks', { smart_count: total, count: formatNumber(total, { language }) })}
      </Typography>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {affiliates.slice(0, shownMax).map(({ id, name, clicks }) => (
          <Typography key={id} component="li" variant="body2">
            <RecordLink resource="affiliate" id={id}>
              {name}
            </RecordLink>{' '}
            {formatNumber(clicks, { language })}
          </Typography>
        ))}
      </Box>
      {affiliates.length > shownMax && (
        <Typography variant="body2" color="textSecondary">
          {translate('media.more', { count: affiliates.length - shownMax })}
        </Typography>
      )}
    </>
  )
}
