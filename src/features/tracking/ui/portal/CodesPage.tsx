import { useState } from 'react'
import { useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import type { PortalMedia } from '#features/media/answers/media.ts'
import { formatDay } from '#engine/ui/fields/format.ts'
import { labelKeys } from '#engine/ui/fields/labels.ts'
import { CopyButton } from '#engine/ui/fields/TokenValue.tsx'
import { PageHeading } from '#engine/records/ui/PageHeading.tsx'
import { NewCodeDialog } from './NewCodeDialog.tsx'
import { PagedRows } from '#features/portal/ui/PagedRows.tsx'
import { useAnswer } from '#features/portal/ui/usePortal.ts'

interface OwnCode {
  readonly id: number
  readonly code: string
  readonly action: number
  readonly validUntil: string | null
  readonly state: 'waiting' | 'active' | 'refused'
  readonly reason: string | null
}

const colors = { waiting: 'default', active: 'success', refused: 'error' } as const

/** The codes that players type for an affiliate, and how it asks for another one. */
export default function CodesPage() {
  const translate = useTranslate()
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <PageHeading title={translate('portal.pages.codes')} detail={translate('portal.codes.lead')}>
        <Button variant="contained" onClick={() => setIsAsking(true)}>
          {translate('portal.codes.ask')}
        </Button>
      </PageHeading>
      <PagedRows<OwnCode>
        resource="promoCode"
        sort="createdAt"
        empty={translate('portal.codes.none')}
        row={(code) => <CodeRow code={code} />}
      />
      {isAsking && <NewCodeDialog onClose={() => setIsAsking(false)} />}
    </>
  )
}

function CodeRow({ code: { code, action, state, reason, validUntil } }: { code: OwnCode }) {
  const translate = useTranslate()
  const link = useAnswer<PortalMedia>('/api/portal/media').data?.links.find(({ id }) => id === action)
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1 }}>
        <Typography component="h2" variant="subtitle1" sx={{ fontWeight: 600, fontFamily: 'monospace' }}>
          {code}
        </Typography>
        <CopyButton text={code} label={translate('portal.codes.copy', { code })} notice="portal.codes.copied" />
        <Chip
          size="small"
          variant="outlined"
          color={colors[state]}
          label={translate(labelKeys.choice('promoCodeState', state))}
        />
        {link && <Typography variant="body2">{link.name}</Typography>}
        {validUntil && (
          <Typography variant="body2" color="textSecondary">
            {translate('portal.media.until', { day: formatDay(validUntil) })}
          </Typography>
        )}
      </Box>
      {state === 'refused' && reason && (
        <Alert severity="warning" sx={{ mt: 1 }}>
          {reason}
        </Alert>
      )}
    </>
  )
}
