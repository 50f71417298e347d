import { type ReactNode, Suspense, useState } from 'react'
import Button from '@mui/material/Button'
import Popover from '@mui/material/Popover'

interface PanelButtonProps {
  readonly label: string
  readonly icon: ReactNode
  /** At which edge of the button the panel hangs. */
  readonly side: 'left' | 'right'
  readonly width?: number
  readonly panel: (onClose: () => void) => ReactNode
}

/** A button of a toolbar and the panel it opens below itself, called as the button is. */
export function PanelButton({ label, icon, side, width, panel }: PanelButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => setAnchor(null)
  return (
    <>
      <Button
        size="small"
        startIcon={icon}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {label}
      </Button>
      {/* Around it: it is placed once what it holds is there, and so how wide it is. */}
      <Suspense fallback={null}>
        <Popover
          open={anchor !== null}
          anchorEl={anchor}
          onClose={close}
          anchorOrigin={{ vertical: 'bottom', horizontal: side }}
          transformOrigin={{ vertical: 'top', horizontal: side }}
          slotProps={{ paper: { role: 'dialog', 'aria-label': label, sx: { width } } }}
        >
          {panel(close)}
        </Popover>
      </Suspense>
    </>
  )
}
