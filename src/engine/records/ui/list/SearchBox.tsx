import { useEffect, useState } from 'react'
import { useEvent, useTranslate } from 'react-admin'
import SearchIcon from '@mui/icons-material/Search'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { useDebounced } from '#engine/ui/fields/debounce.ts'

interface SearchBoxProps {
  /** What is searched for; it may change under the box: a saved filter, the browser's back button. */
  readonly text: string
  readonly onSearch: (text: string) => void
}

/** Searches by words, half a second after the last key. react-admin's own is part of a filter form. */
export function SearchBox({ text, onSearch }: SearchBoxProps) {
  const label = useTranslate()('ra.action.search')
  const [typed, setTyped] = useState(text)
  const settled = useDebounced(typed.trim())
  const search = useEvent(() => {
    if (settled !== text) onSearch(settled)
  })
  useEffect(() => setTyped(text), [text])
  useEffect(() => search(), [settled, search])
  return (
    <TextField
      type="search"
      size="small"
      variant="outlined"
      margin="none"
      hiddenLabel
      placeholder={label}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      sx={{ width: { xs: '100%', sm: 200, md: 260 } }}
      slotProps={{
        htmlInput: { 'aria-label': label, maxLength: 100 },
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
