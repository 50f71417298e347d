import type { KeyboardEvent } from 'react'
import { useTranslate } from 'react-admin'
import CloseIcon from '@mui/icons-material/Close'
import SearchIcon from '@mui/icons-material/Search'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import InputBase from '@mui/material/InputBase'
import LinearProgress from '@mui/material/LinearProgress'

interface SearchFieldProps {
  readonly text: string
  readonly onChange: (text: string) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
  /** The list the keys choose from. */
  readonly listId: string
  readonly activeId: string | undefined
  readonly isBusy: boolean
  readonly onClose: () => void
}

/** Whoever opens the palette types at once. */
const focus = (element: HTMLInputElement | null) => element?.focus()

/** The combobox of the palette: it keeps the focus, the list below says which hit is chosen. */
export function SearchField({ text, onChange, onKeyDown, listId, activeId, isBusy, onClose }: SearchFieldProps) {
  const translate = useTranslate()
  return (
    <Box
      sx={{
        position: 'relative',
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        pl: 2,
        pr: 1,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <SearchIcon fontSize="small" color="action" aria-hidden />
      <InputBase
        inputRef={focus}
        fullWidth
        value={text}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={onKeyDown}
        placeholder={translate('panels.search.placeholder')}
        sx={{ py: 1 }}
        slotProps={{
          input: {
            role: 'combobox',
            'aria-expanded': activeId !== undefined,
            'aria-controls': listId,
            'aria-activedescendant': activeId,
            'aria-autocomplete': 'list',
            'aria-label': translate('panels.search.title'),
            maxLength: 100,
            autoComplete: 'off',
            autoCapitalize: 'off',
            autoCorrect: 'off',
            spellCheck: false,
            enterKeyHint: 'go',
          },
        }}
      />
      <IconButton size="small" aria-label={translate('panels.search.close')} onClick={onClose}>
        <CloseIcon fontSize="small" />
      </IconButton>
      {isBusy && <LinearProgress aria-hidden sx={{ position: 'absolute', insetInline: 0, bottom: -1, height: 2 }} />}
    </Box>
  )
}
