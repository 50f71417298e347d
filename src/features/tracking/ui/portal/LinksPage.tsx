import { useState } from 'react'
import { QRCodeSVG } from 'qrcode.react'
import { useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { CopyButton } from '#engine/ui/fields/TokenValue.tsx'
import { PageHeading } from '#engine/records/ui/PageHeading.tsx'
import { NewLink } from './NewLink.tsx'
import { PagedRows } from '#features/portal/ui/PagedRows.tsx'
import { AskButton } from '#features/portal/ui/Question.tsx'

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

/** The address of a link that leads to a page of the site, and tells its visitors apart by a sub id. */
function addressTo(address: string, { page, sub }: { page: string; sub: string }): string {
  const query = new URLSearchParams()
  if (page.trim() !== '') query.set('to', `/${page.trim().replace(/^\/+/, '')}`)
  if (sub.trim() !== '') query.set('sub1', sub.trim())
  return query.size === 0 ? address : `${address}?${query.toString()}`
}

function LinkRow({ link: { id, name, address: start, domain } }: { link: Link }) {
  const translate = useTranslate()
  const [aim, setAim] = useState({ page: '', sub: '' })
  const address = addressTo(start, aim)
  const [isShown, setIsShown] = useState(false)
  const [isAimed, setIsAimed] = useState(false)
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
        <Button
          size="small"
          aria-expanded={isShown}
          aria-label={translate('portal.links.qrOf', { name })}
          onClick={() => setIsShown(!isShown)}
        >
          {translate('portal.links.qr')}
        </Button>
        <Button size="small" aria-expanded={isAimed} onClick={() => setIsAimed(!isAimed)}>
          {translate('portal.links.aim')}
        </Button>
        <AskButton object="action" record={id} name={name} />
      </Box>
      {isAimed && (
        <Box
          sx={{
            display: 'grid',
            columnGap: 1,
            mt: 1,
            gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 260px), 1fr))',
          }}
        >
          {(['page', 'sub'] as const).map((field) => (
            <TextField
              key={field}
              size="small"
              label={translate(`portal.links.${field}`)}
              value={aim[field]}
              onChange={({ target }) => setAim({ ...aim, [field]: target.value })}
              slotProps={{ htmlInput: { autoComplete: 'off', autoCapitalize: 'none', maxLength: 255 } }}
            />
          ))}
        </Box>
      )}
      {isShown && (
        <Box sx={{ p: 1, mt: 1, bgcolor: '#fff', lineHeight: 0, width: 'fit-content' }}>
          <QRCodeSVG value={address} size={176} title={translate('portal.links.qrOf', { name })} />
        </Box>
      )}
    </>
  )
}
