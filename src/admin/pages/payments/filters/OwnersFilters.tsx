import { useEffect, useRef, useState } from 'react'
import { useTranslate } from 'react-admin'
import SearchIcon from '@mui/icons-material/Search'
import Box from '@mui/material/Box'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { OnePicker } from '../../../fields/inputs/references/ReferencePicker.tsx'
import { useDebounced } from '../../../fields/debounce.ts'
import type { OwnersQuery } from './ownersQuery.ts'

/** By what the owners are narrowed, besides where they stand. */
export function OwnersFilters({
  query,
  onChange,
}: {
  query: OwnersQuery
  onChange: (changed: Readonly<Record<string, string>>) => void
}) {
  const translate = useTranslate()
  const kinds = ['', 'affiliate', 'partner'] as const
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1.5,
        alignItems: 'center',
        px: 1.5,
        py: 1.25,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Search text={query.q} onChange={(q) => onChange({ q })} />
      <ToggleButtonGroup
        exclusive
        size="small"
        value={query.kind}
        aria-label={translate('moneyPages.payments.kind')}
        onChange={(_, kind: OwnersQuery['kind'] | null) => {
          if (kind !== null) onChange({ kind })
        }}
      >
        {kinds.map((kind) => (
          <ToggleButton key={kind} value={kind} sx={{ py: 0.5 }}>
            {translate(kind === '' ? 'resourcePages.report.allShown' : `resources.${kind}.name`, { smart_count: 2 })}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <Box sx={{ width: { xs: '100%', sm: 220 } }}>
        <OnePicker
          target="brand"
          looks={{ margin: 'none', size: 'small' }}
          label={translate('filters.brand')}
          value={query.brand}
          onChange={(id) => onChange({ brand: id === null ? '' : String(id) })}
        />
      </Box>
    </Box>
  )
}

function Search({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const translate = useTranslate()
  const [typed, setTyped] = useState(text)
  const settled = useDebounced(typed)
  const latest = useRef({ text, onChange })
  latest.current = { text, onChange }
  useEffect(() => {
    if (settled !== latest.current.text) latest.current.onChange(settled)
  }, [settled])
  // Filters that are cleared elsewhere clear what was typed here.
  useEffect(() => setTyped(text), [text])
  return (
    <TextField
      size="small"
      margin="none"
      hiddenLabel
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      placeholder={translate('ra.action.search')}
      sx={{ width: { xs: '100%', sm: 240 } }}
      slotProps={{
        htmlInput: { 'aria-label': translate('ra.action.search'), type: 'search', maxLength: 100 },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <SearchIcon fontSize="small" />
            </InputAdornment>
          ),
        },
      }}
    />
  )
}
