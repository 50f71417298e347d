import { useState } from 'react'
import { useTranslate } from 'react-admin'
import DownIcon from '@mui/icons-material/KeyboardArrowDown'
import UpIcon from '@mui/icons-material/KeyboardArrowUp'
import ViewWeekIcon from '@mui/icons-material/ViewWeek'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import Popover from '@mui/material/Popover'
import { useFieldLabel } from '../../fields/labels.ts'
import { useConfiguredResource } from '../ResourcesContext.tsx'
import { type OwnColumns, useChosenColumns, useListColumns } from './useListColumns.ts'

/**
 * Which columns a list shows, and in which order. The library's own menu is moved by dragging alone, and its parts have
 * no roles that fit into each other.
 */
export function ColumnChoice(own: OwnColumns) {
  const translate = useTranslate()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const title = translate('ra.action.select_columns')
  return (
    <>
      <Button
        size="small"
        startIcon={<ViewWeekIcon />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {title}
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': title } }}
      >
        <Choices {...own} />
      </Popover>
    </>
  )
}

function Choices(own: OwnColumns) {
  const translate = useTranslate()
  const resource = useConfiguredResource()
  const fieldLabel = useFieldLabel()
  const { names, hiddenAtFirst } = useListColumns(own)
  const { placed, hidden, toggle, move, reset } = useChosenColumns({ names, hiddenAtFirst })
  return (
    <Box sx={{ p: 1.5, minWidth: 260 }}>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {placed.map((name, index) => {
          const label = name === own.leading?.name ? own.leading.label : fieldLabel(resource.name, name)
          return (
            <Box component="li" key={name} sx={{ display: 'flex', alignItems: 'center' }}>
              <FormControlLabel
                sx={{ flex: 1, mr: 1 }}
                label={label}
                slotProps={{ typography: { variant: 'body2' } }}
                control={<Checkbox size="small" checked={!hidden.includes(name)} onChange={() => toggle(name)} />}
              />
              <IconButton
                size="small"
                disabled={index === 0}
                aria-label={`${translate('ra.action.move_up')}: ${label}`}
                onClick={() => move(name, -1)}
              >
                <UpIcon fontSize="small" />
              </IconButton>
              <IconButton
                size="small"
                disabled={index === placed.length - 1}
                aria-label={`${translate('ra.action.move_down')}: ${label}`}
                onClick={() => move(name, 1)}
              >
                <DownIcon fontSize="small" />
              </IconButton>
            </Box>
          )
        })}
      </Box>
      <Button size="small" onClick={reset}>
        {translate('ra.action.reset')}
      </Button>
    </Box>
  )
}
