import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import DragIndicatorIcon from '@mui/icons-material/DragIndicator'
import { draggableLook, useDragging } from './useDragging.ts'
import { MoveButtons } from './MoveButtons.tsx'

/** A card with names in their order, each of which can be moved. */
export function OrderCard({
  title,
  items,
  onMove,
  onPlace,
}: {
  title: string
  items: readonly { readonly name: string; readonly label: string }[]
  onMove: (name: string, step: -1 | 1) => void
  onPlace: (name: string, at: string) => void
}) {
  const dragging = useDragging(onPlace)
  return (
    <Paper variant="outlined" component="section" aria-label={title} sx={{ p: 2 }}>
      <Typography component="h2" variant="subtitle1" sx={{ fontWeight: 650, mb: 1 }}>
        {title}
      </Typography>
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {items.map(({ name, label }) => (
          <Box
            component="li"
            key={name}
            {...dragging(name)}
            sx={{ display: 'flex', alignItems: 'center', gap: 1, ...draggableLook }}
          >
            <DragIndicatorIcon fontSize="small" color="disabled" />
            <Typography variant="body2" sx={{ flex: 1, minWidth: 0 }}>
              {label}
            </Typography>
            <MoveButtons name={label} onMove={(step) => onMove(name, step)} />
          </Box>
        ))}
      </Box>
    </Paper>
  )
}
