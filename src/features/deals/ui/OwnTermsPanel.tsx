import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDataProvider, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Typography from '@mui/material/Typography'
import type { TermsInForce } from '../answers/terms.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { formatDay } from '#engine/ui/fields/format.ts'
import { ScrollBox } from '#engine/ui/fields/ScrollBox.tsx'
import { useMomentText } from '#engine/ui/fields/useMomentText.ts'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'
import { Panel } from '#engine/ui/panels/Panel.tsx'

/** The terms in force for the affiliate of an access key, which it accepts here; nothing where there are none. */
export default function OwnTermsPanel({ affiliateKey }: { affiliateKey: string }) {
  const translate = useTranslate()
  const moment = useMomentText()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const path = `/api/terms/in_force?affiliateToken=${encodeURIComponent(affiliateKey)}`
  const { data: { terms: data = null } = {}, refetch } = useQuery({
    queryKey: ['ownTerms', affiliateKey],
    queryFn: ({ signal }) => dataProvider.read<TermsInForce>(path, signal),
    retry: false,
  })
  if (!data) return null
  const lead = translate('panels.ownTerms.lead', { number: data.number, day: formatDay(data.holdsFrom) })
  return (
    <Panel title={data.name} lead={lead}>
      <ScrollBox label={`${data.name} ${data.number}`} sx={{ maxHeight: 320, overflowY: 'auto', mb: 2 }}>
        <Typography variant="body2" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {data.text}
        </Typography>
      </ScrollBox>
      {data.acceptedAt === null ? (
        <Accept terms={data.id} affiliateKey={affiliateKey} onAccepted={() => void refetch()} />
      ) : (
        <Typography variant="body2">
          {translate('panels.ownTerms.accepted', { at: moment(data.acceptedAt) })}
        </Typography>
      )}
    </Panel>
  )
}

interface AcceptProps {
  readonly terms: number
  readonly affiliateKey: string
  readonly onAccepted: () => void
}

function Accept({ terms, affiliateKey, onAccepted }: AcceptProps) {
  const translate = useTranslate()
  const errorText = useErrorText()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const [isRead, setIsRead] = useState(false)
  const [isRunning, setIsRunning] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const accept = async () => {
    setIsRunning(true)
    setError(null)
    try {
      const input = { affiliateToken: affiliateKey }
      await dataProvider.runAction({ resource: 'terms', path: 'accept', id: terms, input })
      onAccepted()
    } catch (failure) {
      setError(failure)
    } finally {
      setIsRunning(false)
    }
  }
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
      <FormControlLabel
        control={<Checkbox size="small" checked={isRead} onChange={(_, checked) => setIsRead(checked)} />}
        label={translate('panels.ownTerms.read')}
        slotProps={{ typography: { variant: 'body2' } }}
      />
      <Button variant="contained" disabled={!isRead} loading={isRunning} onClick={() => void accept()}>
        {translate('panels.ownTerms.accept')}
      </Button>
      {error !== null && <Alert severity="error">{errorText(error)}</Alert>}
    </Box>
  )
}
