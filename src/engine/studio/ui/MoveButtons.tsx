import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward'
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { useStudioScope } from './studioContext.ts'

/** Buttons are as large as a finger on telephones. */
export const touchTarget = { p: { xs: 1.5, sm: 0.625 } } as const

/** Two buttons that move something one place up or down. */
export function MoveButtons({ name, onMove }: { name: string; onMove: (step: -1 | 1) => void }) {
  const { say, studio } = useStudioScope()
  return (
    <Box sx={{ display: 'flex', flexShrink: 0 }}>
      <IconButton
        sx={touchTarget}
        aria-label={say('up', { name })}
        disabled={studio.isWorking}
        onClick={() => onMove(-1)}
      >
        <ArrowUpwardIcon fontSize="small" />
      </IconButton>
      <IconButton
        sx={touchTarget}
        aria-label={say('down', { name })}
        disabled={studio.isWorking}
        onClick={() => onMove(1)}
      >
        <ArrowDownwardIcon fontSize="small" />
      </IconButton>
    </Box>
  )
}
