import type { ReactNode } from 'react'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { usePageTitle } from '#engine/ui/shell/usePageTitle.ts'

/** The title of a page, also the window's beside the brand's name, with what can be done on the page beside it. */
export function PageHeading({ title, detail, children }: { title: string; detail?: ReactNode; children?: ReactNode }) {
  usePageTitle(title)
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 2 }}>
      {/* A long line of detail breaks before it pushes what can be done below it. */}
      <Box sx={{ flex: '1 1 320px', minWidth: 0 }}>
        <Typography component="h1" variant="h5" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
        {detail && (
          <Typography variant="body2" color="textSecondary">
            {detail}
          </Typography>
        )}
      </Box>
      {children}
    </Box>
  )
}
