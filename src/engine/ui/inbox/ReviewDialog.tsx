import type { ReactNode } from 'react'
import { AskDialog } from '#engine/ui/dialogs/AskDialog.tsx'

/** What a record's own page shows of it, with what is done about it, over the home page. */
export const ReviewDialog = ({
  title,
  lead,
  onClose,
  children,
}: {
  title: string
  lead: string
  onClose: () => void
  children: ReactNode
}) => (
  <AskDialog title={title} text={lead} maxWidth="md" isRead closeLabel="resourcePages.actions.close" onClose={onClose}>
    {children}
  </AskDialog>
)
