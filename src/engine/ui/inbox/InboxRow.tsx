import type { ReactNode } from 'react'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'

/** So many of a kind are shown on the home page. */
export const shownMax = 5

/** One thing that waits: what it is, why it waits, and its buttons. */
export function InboxRow({ name, why, children }: { name: ReactNode; why: ReactNode; children: ReactNode }) {
  return (
    <Box
      component="li"
      sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 0.5, alignItems: 'center', py: 0.75 }}
    >
      <Box sx={{ flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography component="div" variant="body2">
          {name}
        </Typography>
        <Typography component="div" variant="caption" color="textSecondary">
          {why}
        </Typography>
      </Box>
      {children}
    </Box>
  )
}
