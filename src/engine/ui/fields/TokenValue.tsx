import { useNotify, useTranslate } from 'react-admin'
import IconButton from '@mui/material/IconButton'
import ContentCopyIcon from '@mui/icons-material/ContentCopy'

/** Copies a text and says so with the specification's notice ('Sucesso'). */
export function useCopy(): (text: string, notice?: string) => Promise<void> {
  const notify = useNotify()
  return async (text, notice = 'resourcePages.token.copied') => {
    try {
      await navigator.clipboard.writeText(text)
      notify(notice, { type: 'success' })
    } catch (error) {
      // Browsers refuse outside of a secure context or without the person's leave: the text can still be marked by
      // hand.
      notify('resourcePages.token.notCopied', {
        type: 'warning',
        messageArgs: { reason: error instanceof Error ? error.message : '' },
      })
    }
  }
}

/** A button that copies a text. */
export function CopyButton({ text, label, notice }: { text: string; label?: string; notice?: string }) {
  const translate = useTranslate()
  const copy = useCopy()
  const name = label ?? translate('resourcePages.token.copy')
  return (
    <IconButton
      size="small"
      aria-label={name}
      title={name}
      onClick={(event) => {
        event.stopPropagation()
        void copy(text, notice)
      }}
    >
      <ContentCopyIcon sx={{ fontSize: 16 }} />
    </IconButton>
  )
}

/** A token with the button that copies it. */
export function TokenValue({ token }: { token: string }) {
  return (
    <span style={{ whiteSpace: 'nowrap' }}>
      <code>{token}</code>
      <CopyButton text={token} />
    </span>
  )
}
