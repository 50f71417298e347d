import { useState } from 'react'
import { QRCodeSVG } from 'qrcode.react'
import { useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { CopyButton } from '../../fields/TokenValue.tsx'
import { PageHeading } from '../../resource/PageHeading.tsx'
import { NewLink } from '../NewLink.tsx'
import { PagedRows } from '../PagedRows.tsx'

interface Link {
  readonly id: number
  readonly name: string
  readonly address: string
  readonly domain: string | null
}

/** An affiliate's own links: to copy, and as a picture for a telephone or a poster. */
export default function LinksPage() {
  const translate = useTranslate()
  return (
    <>
      <PageHeading title={translate('portal.pages.links')} detail={translate('portal.links.lead')}>
        <NewLink />
      </PageHeading>
      <PagedRows<Link>
        resource="action"
        sort="createdAt"
        empty={translate('portal.links.none')}
        row={(link) => <LinkRow link={link} />}
      />
    </>
  )
}

function LinkRow({ link: { name, address, domain } }: { link: Link }) {
  const translate = useTranslate()
  const [isShown, setIsShown] = useState(false)
  return (
    <>
      <Typography component="h2" variant="subtitle1" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        {name}
      </Typography>
      {domain && (
        <Typography variant="body2" color="textSecondary">
          {domain}
        </Typography>
      )}
      <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1 }}>
        <Box component="code" sx={{ minWidth: 0, overflowWrap: 'anywhere', fontSize: '0.875rem' }}>
          {address}
        </Box>
        <CopyButton
          text={address}
          label={translate('portal.links.copy', { name })}
          notice="resourcePages.token.addressCopied"
        />
        <Button size="small" aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
          {translate('portal.links.qr')}
        </Button>
      </Box>
      {isShown && (
        <Box sx={{ p: 1, mt: 1, bgcolor: '#fff', lineHeight: 0, width: 'fit-content' }}>
          <QRCodeSVG value={address} size={176} title={translate('portal.links.qrOf', { name })} />
        </Box>
      )}
    </>
  )
}
