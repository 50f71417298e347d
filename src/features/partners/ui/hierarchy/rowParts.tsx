import type { ReactNode } from 'react'
import { LinkBase, useCreatePath, useTranslate } from 'react-admin'
import ChevronRightIcon from '@mui/icons-material/ChevronRight'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import MuiLink from '@mui/material/Link'
import { useMayOpen } from '#engine/records/ui/ResourcesContext.tsx'
import { useRowTabIndex } from './TreeGrid.tsx'

/** Widths of the columns right of the name; on narrow screens what they hold stands below the name. */
export const columns = { level: 120, percentage: 100, abatement: 110, affiliates: 90 } as const

/** A cell that is there only where there is room. */
export function WideCell({
  width,
  isNumber = false,
  role = 'gridcell',
  children,
}: {
  width: number
  isNumber?: boolean
  role?: 'gridcell' | 'columnheader'
  children: ReactNode
}) {
  return (
    <Box
      role={role}
      sx={{
        display: { xs: 'none', md: 'block' },
        flex: `0 0 ${width}px`,
        textAlign: isNumber ? 'right' : 'left',
        fontVariantNumeric: 'tabular-nums',
      }}
    >
      {children}
    </Box>
  )
}

/** Opens and closes what is below a row. The Tab key passes it by: the row has the arrow keys. */
export function Toggle({ isOpen, name, onToggle }: { isOpen: boolean; name: string; onToggle: () => void }) {
  const translate = useTranslate()
  return (
    <IconButton
      size="small"
      data-tree-toggle
      tabIndex={-1}
      aria-label={translate(isOpen ? 'panels.hierarchy.collapse' : 'panels.hierarchy.expand', { name })}
      onClick={onToggle}
    >
      <ChevronRightIcon
        fontSize="small"
        sx={{ transform: isOpen ? 'rotate(90deg)' : 'none', transition: 'transform 120ms' }}
      />
    </IconButton>
  )
}

/** A link to a record, as a control of its row; plain text for whoever may not open it. */
export function RowLink({ resource, id, children }: { resource: string; id: number; children: ReactNode }) {
  const createPath = useCreatePath()
  const mayOpen = useMayOpen()
  const tabIndex = useRowTabIndex()
  if (!mayOpen(resource)) return <>{children}</>
  return (
    <MuiLink
      component={LinkBase}
      to={createPath({ resource, id, type: 'edit' })}
      tabIndex={tabIndex}
      color="inherit"
      underline="always"
      sx={{ textDecorationColor: 'divider' }}
    >
      {children}
    </MuiLink>
  )
}

/** A button, as a control of its row. */
export function RowButton({
  label,
  isBusy = false,
  onClick,
  children,
}: {
  label?: string
  isBusy?: boolean
  onClick: () => void
  children: ReactNode
}) {
  const tabIndex = useRowTabIndex()
  return (
    <Button size="small" tabIndex={tabIndex} loading={isBusy} aria-label={label} onClick={onClick}>
      {children}
    </Button>
  )
}

/** The first cell of a row: indented by its level, with the toggle or the room for one. */
export function NameCell({
  level,
  toggle,
  icon,
  children,
}: {
  level: number
  toggle: ReactNode
  icon: ReactNode
  children: ReactNode
}) {
  return (
    <Box
      role="gridcell"
      sx={{
        flex: '1 1 auto',
        minWidth: 0,
        display: 'flex',
        alignItems: 'center',
        gap: 0.75,
        pl: { xs: (level - 1) * 1.25, sm: (level - 1) * 3 },
      }}
    >
      <Box sx={{ flex: '0 0 34px' }}>{toggle}</Box>
      <Box aria-hidden sx={{ display: 'flex', color: 'text.secondary' }}>
        {icon}
      </Box>
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>{children}</Box>
    </Box>
  )
}
