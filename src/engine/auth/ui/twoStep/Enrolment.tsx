import { useState } from 'react'
import { useNotify, useTranslate } from 'react-admin'
import { QRCodeSVG } from 'qrcode.react'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Typography from '@mui/material/Typography'
import { CopyButton } from '#engine/ui/fields/TokenValue.tsx'
import { ProofForm } from './ProofForm.tsx'

const secretOf = (otpauthUrl: string) =>
  URL.canParse(otpauthUrl) ? new URL(otpauthUrl).searchParams.get('secret') : null

/** The picture for the authenticator, the promise to have read it, and the code that proves it. */
export function Enrolment({
  otpauthUrl,
  onConfirm,
}: {
  otpauthUrl: string
  onConfirm: (totp: string) => Promise<void>
}) {
  const translate = useTranslate()
  const notify = useNotify()
  const [hasRead, setHasRead] = useState(false)
  const secret = secretOf(otpauthUrl)
  const confirm = async (totp: string) => {
    await onConfirm(totp)
    notify('panels.twoStep.confirmed', { type: 'success' })
  }
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'flex-start' }}>
      <Box sx={{ p: 1, bgcolor: '#fff', lineHeight: 0, borderRadius: 1, border: 1, borderColor: 'divider' }}>
        <QRCodeSVG value={otpauthUrl} size={176} marginSize={2} title={translate('panels.twoStep.qr')} />
      </Box>
      <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
        <Typography variant="body2">{translate('panels.twoStep.lead')}</Typography>
        {secret && (
          <Typography variant="body2" color="textSecondary" sx={{ mt: 1, overflowWrap: 'anywhere' }}>
            {translate('panels.twoStep.secret')} <code>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>{' '}
            <CopyButton text={secret} notice="panels.twoStep.copied" />
          </Typography>
        )}
        <FormControlLabel
          control={<Checkbox checked={hasRead} onChange={({ target }) => setHasRead(target.checked)} />}
          label={translate('panels.twoStep.haveRead')}
          sx={{ mt: 1 }}
        />
        {hasRead && <ProofForm asks="totp" onConfirm={confirm} />}
      </Box>
    </Box>
  )
}
