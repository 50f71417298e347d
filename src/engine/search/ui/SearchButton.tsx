import SearchIcon from '@mui/icons-material/Search'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useTranslate } from 'react-admin'
import { Suspense, useEffect, useState } from 'react'
import { lazyWithTexts } from '#engine/ui/shell/i18nProvider.ts'

const SearchPalette = lazyWithTexts(() => import('./SearchPalette.tsx'))

/** Opens the palette: by Ctrl+K (or Cmd+K) from anywhere, or by the button. */
export function SearchButton() {
  const translate = useTranslate()
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      // The browser's own search would open.
      event.preventDefault()
      setIsOpen((open) => !open)
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  return (
    <>
      <Button
        color="inherit"
        size="small"
        startIcon={<SearchIcon />}
        onClick={() => setIsOpen(true)}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        aria-label={`${translate('panels.search.open')} ${translate('panels.search.shortcut')}`}
        sx={{ minWidth: 36, '& .MuiButton-startIcon': { ml: 0, mr: { xs: 0, md: 0.75 } } }}
      >
        <Box component="span" aria-hidden sx={{ display: { xs: 'none', md: 'inline' } }}>
          {translate('panels.search.open')}
        </Box>{' '}
        <Box
          component="kbd"
          aria-hidden
          sx={{
            display: { xs: 'none', lg: 'inline' },
            ml: 1,
            px: 0.75,
            font: 'inherit',
            fontSize: '0.75rem',
            fontWeight: 500,
            border: '1px solid currentcolor',
            borderRadius: 0.5,
            opacity: 0.8,
          }}
        >
          {translate('panels.search.shortcut')}
        </Box>
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <SearchPalette onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
