import DownloadIcon from '@mui/icons-material/DownloadOutlined'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { LinkBase, useTranslate } from 'react-admin'
import { useOptionalActor } from '#engine/records/ui/ResourcesContext.tsx'
import { downloadsPath } from '#engine/ui/router/pagePaths.ts'

/**
 * The way to one's own downloads in the bar on top; on narrow screens the menu has it, where there is one. Who reads by
 * a token has no place for files.
 */
export function DownloadsLink({ hasMenu }: { hasMenu: boolean }) {
  const translate = useTranslate()
  if (useOptionalActor()?.kind !== 'user') return null
  const title = translate('downloads.title')
  return (
    <IconButton
      component={LinkBase}
      to={downloadsPath}
      color="inherit"
      aria-label={title}
      title={title}
      sx={{ display: hasMenu ? { xs: 'none', md: 'inline-flex' } : 'inline-flex' }}
    >
      <DownloadIcon fontSize="small" />
    </IconButton>
  )
}

/** The same in the menu of narrow screens. */
export function DownloadsEntry({ onFollow }: { onFollow: () => void }) {
  const translate = useTranslate()
  if (useOptionalActor()?.kind !== 'user') return null
  return (
    <Button
      component={LinkBase}
      to={downloadsPath}
      onClick={onFollow}
      color="inherit"
      size="small"
      startIcon={<DownloadIcon />}
    >
      {translate('downloads.title')}
    </Button>
  )
}
