import type { ReactNode } from 'react'
import { PromptDialog } from '#engine/ui/dialogs/AskDialog.tsx'

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
  <PromptDialog
    title={title}
    text={lead}
    maxWidth="md"
    isRead
    closeLabel="resourcePages.actions.close"
    onClose={onClose}
  >
    {children}
  </PromptDialog>
)
