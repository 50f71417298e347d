import { useTranslate } from 'react-admin'
import { QRCodeSVG } from 'qrcode.react'
import Box from '@mui/material/Box'
import MuiLink from '@mui/material/Link'
import { CopyButton } from '#engine/ui/fields/TokenValue.tsx'

/** An address people pass on: to copy, to open, to scan. */
export default function TrackingAddress({ address }: { address: string }) {
  const translate = useTranslate()
  return (
    <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap', alignItems: 'center' }}>
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <MuiLink href={address} target="_blank" rel="noreferrer noopener">
          {address}
        </MuiLink>
        <CopyButton text={address} notice="resourcePages.token.addressCopied" />
      </Box>
      <Box sx={{ p: 1, bgcolor: '#fff', lineHeight: 0, borderRadius: 1 }}>
        <QRCodeSVG value={address} size={112} title={translate('resourcePages.token.qr')} />
      </Box>
    </Box>
  )
}
