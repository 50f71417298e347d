import { type ReactNode, useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useDataProvider, useNotify, useTranslate } from 'react-admin'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { PromptDialog } from '#engine/ui/dialogs/AskDialog.tsx'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'

interface OwnRecordDialogProps {
  /** What it asks for, on its button as well. */
  readonly title: string
  readonly text?: string | undefined
  readonly maxWidth?: 'sm'
  /** Where the record is sent, and whether one that is there is changed by it. */
  readonly path: string
  readonly method?: 'POST' | 'PUT'
  readonly body: object
  /** Whether all that is required was said. */
  readonly isReady: boolean
  /** The text that tells of it. */
  readonly saved: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** The question by which an affiliate makes or changes a record of its own; what the portal shows is read anew. */
export function OwnRecordDialog({
  path,
  method = 'POST',
  body,
  isReady,
  saved,
  children,
  ...dialog
}: OwnRecordDialogProps) {
  const notify = useNotify()
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => dataProvider.callApi(path, { method, body: JSON.stringify(body) }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['portal'] })
      notify(saved, { type: 'success' })
      dialog.onClose()
    },
  })
  return (
    <PromptDialog
      {...dialog}
      problem={error && errorText(error)}
      isRunning={isPending}
      action={{ label: dialog.title, isDisabled: !isReady, onClick: () => mutate() }}
    >
      <Stack spacing={2} sx={{ pt: 1 }}>
        {children}
      </Stack>
    </PromptDialog>
  )
}

/** The button that opens such a dialog. @param label the text of both */
export function DialogButton({
  label,
  dialog: Dialog,
}: {
  label: string
  dialog: (props: { title: string; onClose: () => void }) => ReactNode
}) {
  const title = useTranslate()(label)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="contained" onClick={() => setIsOpen(true)}>
        {title}
      </Button>
      {isOpen && <Dialog title={title} onClose={() => setIsOpen(false)} />}
    </>
  )
}
