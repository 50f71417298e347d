import { useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Popover from '@mui/material/Popover'
import { formatDay } from '#engine/ui/fields/format.ts'
import { ValueTable } from '#engine/ui/fields/ValueTable.tsx'

interface SparklineDaysProps {
  readonly name: string
  readonly days: readonly { readonly day: string; readonly value: number }[]
  readonly write: (value: number) => string
  readonly anchor: HTMLElement
  readonly onClose: () => void
}

/** The days of a line as a table, in the order in which they are drawn. */
export default function SparklineDays({ name, days, write, anchor, onClose }: SparklineDaysProps) {
  const translate = useTranslate()
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': name, sx: { width: 300 } } }}
    >
      <Box tabIndex={0} sx={{ p: 1, maxHeight: 360, overflowY: 'auto' }}>
        <ValueTable
          label={name}
          isNamed
          heads={[translate('pages.dashboard.day'), name]}
          rows={days.map(({ day, value }) => [formatDay(day), write(value)])}
        />
      </Box>
    </Popover>
  )
}
