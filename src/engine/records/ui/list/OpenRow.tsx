import type { ReactNode } from 'react'
import { type Identifier, useExpanded, useResourceContext } from 'react-admin'
import ExpandMoreIcon from '@mui/icons-material/ExpandMore'
import ButtonBase from '@mui/material/ButtonBase'

/** Opens what stands below a row, from the keyboard too: react-admin's own sign is for the mouse alone. */
export function OpenRow({
  id,
  name,
  children,
}: {
  id: Identifier
  name: { open: string; close: string }
  children: ReactNode
}) {
  const [isOpen, toggle] = useExpanded(useResourceContext() ?? '', id, false)
  return (
    <ButtonBase
      aria-expanded={isOpen}
      title={isOpen ? name.close : name.open}
      onClick={(event) => {
        event.stopPropagation()
        toggle()
      }}
      sx={{
        font: 'inherit',
        textAlign: 'left',
        gap: 0.5,
        borderRadius: 1,
        '&:focus-visible': { outline: 2, outlineColor: 'primary.main' },
      }}
    >
      <ExpandMoreIcon
        fontSize="small"
        sx={{ transform: isOpen ? 'none' : 'rotate(-90deg)', transition: 'transform 120ms' }}
      />
      {children}
    </ButtonBase>
  )
}
