import { lazy } from 'react'
import BookmarkIcon from '@mui/icons-material/BookmarkBorder'
import { PanelButton } from '#engine/ui/dialogs/PanelButton.tsx'
import type { SavedViewsProps } from './useViews.ts'

const SavedViewList = lazy(() => import('./SavedViewList.tsx'))

/** Filters, order and what else a page's address says under a name, to come back to; kept with the user. */
export function SavedViewsButton({ label, ...list }: SavedViewsProps) {
  return (
    <PanelButton
      label={label}
      icon={<BookmarkIcon />}
      side="left"
      width={320}
      panel={(onClose) => <SavedViewList {...list} onDone={onClose} />}
    />
  )
}
