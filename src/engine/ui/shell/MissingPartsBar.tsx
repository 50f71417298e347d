import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useTranslate } from 'react-admin'
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import { missingChunks } from '#engine/ui/chunks/missingChunks.ts'
import { useDrafts } from '#engine/records/ui/form/draft/DraftsContext.ts'

const texts = { offline: 'pages.app.offline', newVersion: 'pages.app.outdated', unknown: 'pages.app.failed' } as const

/**
 * Says that a part of the page is missing, and why; it comes by itself when the network is back. Loading the page anew
 * keeps what was typed into its forms. Where the page itself is missing, that happens by itself: some browsers
 * (Chromium 150, Firefox) never ask again for a script that once failed to load.
 */
export function MissingChunksBar() {
  const translate = useTranslate()
  const drafts = useDrafts()
  const reason = useSyncExternalStore(missingChunks.subscribe, missingChunks.reason)
  const reload = useCallback(() => {
    drafts.carryOver(sessionStorage)
    window.location.reload()
  }, [drafts])
  const earlier = useRef(reason)
  useEffect(() => {
    const isPageMissing = document.querySelector('main h1') === null
    if (earlier.current === 'offline' && reason === 'unknown' && isPageMissing) reload()
    earlier.current = reason
  }, [reason, reload])
  if (reason === null) return null
  return (
    <Alert
      severity={reason === 'newVersion' ? 'info' : 'warning'}
      variant="filled"
      role="status"
      sx={{
        position: 'fixed',
        zIndex: 1500,
        insetInline: 12,
        bottom: 16,
        mx: 'auto',
        width: 'fit-content',
        maxWidth: 640,
        alignItems: 'center',
      }}
      action={
        <>
          {reason !== 'newVersion' && (
            <Button color="inherit" size="small" onClick={missingChunks.retry}>
              {translate('pages.app.retry')}
            </Button>
          )}
          {reason !== 'offline' && (
            <Button color="inherit" size="small" onClick={reload}>
              {translate('pages.app.reload')}
            </Button>
          )}
        </>
      }
    >
      {translate(texts[reason])}
    </Alert>
  )
}
