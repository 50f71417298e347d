import { useEffect, useState } from 'react'
import { useTranslate } from 'react-admin'
import SearchIcon from '@mui/icons-material/Search'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'

/** Whoever goes on typing is not answered yet. */
const pauseMs = 300
/** As long as the API takes. */
const lengthMax = 200

/** Looks for rows by what they are called, among all there are. */
export function RowSearch({ q, onChange }: { q: string; onChange: (q: string) => void }) {
  const translate = useTranslate()
  const [typed, setTyped] = useState(q)
  useEffect(() => setTyped(q), [q])
  useEffect(() => {
    if (typed === q) return
    const timer = setTimeout(() => onChange(typed), pauseMs)
    return () => clearTimeout(timer)
    // Who is told is another at each drawing.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [typed, q])
  const label = translate('resourcePages.report.searchRows')
  return (
    <TextField
      type="search"
      size="small"
      variant="standard"
      placeholder={label}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      sx={{ width: 180, alignSelf: 'center' }}
      slotProps={{
        htmlInput: { 'aria-label': label, maxLength: lengthMax },
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
