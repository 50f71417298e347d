import { useState } from 'react'
import { useRecordContext, useTranslate } from 'react-admin'
import { useFormState } from 'react-hook-form'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { can } from '../../../config/derive/access.ts'
import { businessToday } from '../../fields/today.ts'
import { Panel } from '../../panels/Panel.tsx'
import { useActor, useConfiguredResource } from '../../resource/ResourcesContext.tsx'
import { useErrorText } from '../../resource/useErrorText.ts'
import { lastMonths } from './lastMonths.ts'
import { TrialResult } from './TrialResult.tsx'
import { useTrial } from './useTrial.ts'

const monthsOffered = 24

/**
 * Tries the rule as it stands in the form on a past month: what was earned against what would have been. Nothing is
 * saved by it.
 */
export default function WhatIfPanel() {
  const actor = useActor()
  const resource = useConfiguredResource()
  const record = useRecordContext()
  if (!record?.id || !can({ actor, resource, operation: 'update' })) return null
  return <Trial key={record.id} />
}

function Trial() {
  const translate = useTranslate()
  const errorText = useErrorText()
  const [months] = useState(() => lastMonths(businessToday(), monthsOffered))
  // The month before is the last whole one.
  const [month, setMonth] = useState(months[1]!)
  const { run, isRunning, error, tried, isOutdated } = useTrial()
  const { isDirty } = useFormState()
  return (
    <Box sx={{ mb: 2 }}>
      <Panel title={translate('moneyPages.whatIf.title')} lead={translate('moneyPages.whatIf.lead')}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
          <TextField
            select
            size="small"
            margin="none"
            label={translate('moneyPages.whatIf.month')}
            value={month}
            onChange={({ target }) => setMonth(target.value)}
            sx={{ width: 160 }}
          >
            {months.map((each) => (
              <MenuItem key={each} value={each}>
                {each.split('-').toReversed().join('/')}
              </MenuItem>
            ))}
          </TextField>
          <Button variant="outlined" loading={isRunning} onClick={() => void run(month)}>
            {translate('moneyPages.whatIf.try')}
          </Button>
        </Box>
        {!isDirty && !tried && (
          <Alert severity="info" sx={{ mt: 1.5 }}>
            {translate('moneyPages.whatIf.unchanged')}
          </Alert>
        )}
        {error !== null && (
          <Alert severity="error" sx={{ mt: 1.5 }}>
            {errorText(error)}
          </Alert>
        )}
        {tried && isOutdated && (
          <Alert severity="warning" sx={{ mt: 1.5 }}>
            {translate('moneyPages.whatIf.outdated')}
          </Alert>
        )}
        {tried && <TrialResult answer={tried.answer} />}
      </Panel>
    </Box>
  )
}
