import { useState } from 'react'
import { useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useMomentText } from '#engine/ui/fields/useMomentText.ts'
import { useNotifyError } from '#engine/records/ui/useErrorText.ts'
import type { ShownLiveSheet } from '../../answers/liveSheets.ts'
import { useLiveSheetCalls, useLiveSheets } from './useLiveSheets.ts'

/** One's own live sheets with their last use, each with a button that ends it; nothing where there are none. */
export function LiveSheetList() {
  const translate = useTranslate()
  const { data = [] } = useLiveSheets()
  if (data.length === 0) return null
  return (
    <Box sx={{ mt: 2 }}>
      <Typography component="h3" variant="subtitle2">
        {translate('liveSheets.yours')}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {data.map((sheet) => (
          <SheetRow key={sheet.id} sheet={sheet} />
        ))}
      </Box>
    </Box>
  )
}

function SheetRow({ sheet }: { sheet: ShownLiveSheet }) {
  const translate = useTranslate()
  const moment = useMomentText()
  const notifyError = useNotifyError()
  const { end } = useLiveSheetCalls()
  const [isEnding, setIsEnding] = useState(false)
  const { id, name, report, hint, lastUsedAt, expiresAt } = sheet
  const facts = [
    translate(`reports.${report}.name`),
    lastUsedAt
      ? translate('moneyPages.keys.used', { moment: moment(lastUsedAt) })
      : translate('moneyPages.keys.unused'),
    translate('liveSheets.until', { moment: moment(expiresAt) }),
  ]
  const run = () => {
    setIsEnding(true)
    end(id)
      .catch(notifyError)
      .finally(() => setIsEnding(false))
  }
  return (
    <Box
      component="li"
      sx={{ display: 'flex', gap: 1, alignItems: 'center', py: 1, borderTop: 1, borderColor: 'divider' }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {name} <code>…{hint}</code>
        </Typography>
        <Typography variant="caption" component="div" color="textSecondary">
          {facts.join(' · ')}
        </Typography>
      </Box>
      <Button
        size="small"
        color="error"
        loading={isEnding}
        onClick={run}
        aria-label={`${translate('liveSheets.end')}: ${name}`}
      >
        {translate('liveSheets.end')}
      </Button>
    </Box>
  )
}
