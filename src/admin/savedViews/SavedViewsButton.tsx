import { lazy, Suspense, useState } from 'react'
import BookmarkIcon from '@mui/icons-material/BookmarkBorder'
import Button from '@mui/material/Button'
import Popover from '@mui/material/Popover'
import type { SavedViewsProps } from './useViews.ts'

const SavedViewList = lazy(() => import('./SavedViewList.tsx'))

/** Filters, order and what else a page's address says under a name, to come back to; kept with the user. */
export function SavedViewsButton({ label, ...list }: SavedViewsProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <Button
        size="small"
        startIcon={<BookmarkIcon />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {label}
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': label, sx: { width: 320 } } }}
      >
        <Suspense fallback={null}>
          <SavedViewList {...list} onDone={() => setAnchor(null)} />
        </Suspense>
      </Popover>
    </>
  )
}
