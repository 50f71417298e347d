import { useTranslate } from 'react-admin'
import DownIcon from '@mui/icons-material/KeyboardArrowDown'
import UpIcon from '@mui/icons-material/KeyboardArrowUp'
import PushPinIcon from '@mui/icons-material/PushPinOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import { type ColumnOverrides, useListColumns } from './useListColumns.ts'

/** Widths one can choose, in pixels. */
const widthChoices = [80, 120, 160, 200, 280, 360, 480]

/** The same with the width that a column was drawn to. */
const choicesWith = (width: number | undefined): readonly number[] =>
  width === undefined || widthChoices.includes(width)
    ? widthChoices
    : [...widthChoices, width].toSorted((a, b) => a - b)

/** Which columns are shown, in which order, which of them stay in sight and how wide they are. */
export default function ColumnPanel(own: ColumnOverrides) {
  const translate = useTranslate()
  const { placed, shown, toggle, move, reset, titleColumn, linked, pinned, pin, widths, widen } = useListColumns(own)
  return (
    <Box sx={{ p: 1.5, minWidth: 260 }}>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {placed.map((column) => {
          const { name, label } = column
          const isShown = shown.includes(column)
          const stays = isShown && (name === linked || shown.length === 1)
          return (
            <Box component="li" key={name} sx={{ display: 'flex', alignItems: 'center' }}>
              <FormControlLabel
                sx={{ flex: 1, mr: 1 }}
                label={label}
                slotProps={{ typography: { variant: 'body2' } }}
                control={<Checkbox size="small" checked={isShown} disabled={stays} onChange={() => toggle(name)} />}
              />
              <IconButton
                size="small"
                disabled={!isShown || name === titleColumn}
                aria-pressed={pinned.includes(name)}
                aria-label={`${translate('resourcePages.columns.pin')}: ${label}`}
                color={pinned.includes(name) ? 'primary' : 'default'}
                onClick={() => pin(name)}
              >
                <PushPinIcon fontSize="small" />
              </IconButton>
              <TextField
                select
                size="small"
                margin="none"
                hiddenLabel
                disabled={!isShown}
                value={String(widths[name] ?? '')}
                onChange={({ target }) => widen(name, target.value === '' ? null : Number(target.value))}
                sx={{ width: 104, mx: 0.5, flex: 'none' }}
                slotProps={{
                  select: { native: true },
                  htmlInput: { 'aria-label': `${translate('resourcePages.columns.width')}: ${label}` },
                }}
              >
                <option value="">{translate('resourcePages.columns.auto')}</option>
                {choicesWith(widths[name]).map((width) => (
                  <option key={width} value={width}>
                    {width} px
                  </option>
                ))}
              </TextField>
              {(
                [
                  ['ra.action.move_up', UpIcon, -1, shown[0]],
                  ['ra.action.move_down', DownIcon, 1, shown.at(-1)],
                ] as const
              ).map(([way, Icon, by, end]) => (
                <IconButton
                  key={way}
                  size="small"
                  disabled={!isShown || column === end}
                  aria-label={`${translate(way)}: ${label}`}
                  onClick={() => move(name, by)}
                >
                  <Icon fontSize="small" />
                </IconButton>
              ))}
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
