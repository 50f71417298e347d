import { useEffect, useState } from 'react'
import { useEvent, useListContext, useTranslate } from 'react-admin'
import SearchIcon from '@mui/icons-material/Search'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { useDebounced } from '../../fields/debounce.ts'

/** Searches a list by words, half a second after the last key. react-admin's own is part of a filter form. */
export function SearchBox() {
  const translate = useTranslate()
  const { filterValues, setFilters, displayedFilters } = useListContext()
  const current: string = filterValues['q'] ?? ''
  const [text, setText] = useState(current)
  const settled = useDebounced(text.trim())

  const search = useEvent(() => {
    const { q: _, ...others } = filterValues
    if (settled !== current) setFilters(settled === '' ? others : { ...others, q: settled }, displayedFilters)
  })

  // The address may change under the box: a saved filter, the browser's back button.
  useEffect(() => setText(current), [current])
  useEffect(() => search(), [settled, search])

  const label = translate('ra.action.search')
  return (
    <TextField
      type="search"
      size="small"
      variant="outlined"
      hiddenLabel
      placeholder={label}
      value={text}
      onChange={(event) => setText(event.target.value)}
      sx={{ width: { xs: '100%', sm: 200, md: 260 } }}
      slotProps={{
        htmlInput: { 'aria-label': label },
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
