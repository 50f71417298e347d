import type { ReactNode } from 'react'
import Box from '@mui/material/Box'
import type { SxProps } from '@mui/material/styles'

interface ScrollBoxProps {
  /** What is in it, for who comes to it by the keyboard. */
  readonly label: string
  readonly children: ReactNode
  readonly sx?: SxProps
}

/** Keeps what is too wide for the page within it; the keyboard scrolls it too. */
export const ScrollBox = ({ label, children, sx }: ScrollBoxProps) => (
  <Box sx={{ overflow: 'auto', ...(sx as object) }} tabIndex={0} role="region" aria-label={label}>
    {children}
  </Box>
)
