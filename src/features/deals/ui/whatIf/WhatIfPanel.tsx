import { useEffect, useState } from 'react'
import { useRecordContext, useTranslate } from 'react-admin'
import { useFormState } from 'react-hook-form'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { can } from '#engine/declaration/derive/access.ts'
import { isDay } from '#engine/values/calendar.ts'
import { DayField } from '#engine/ui/fields/inputs/DayField.tsx'
import { businessToday } from '#engine/ui/fields/today.ts'
import { Panel } from '#engine/ui/panels/Panel.tsx'
import { useActor, useConfiguredResource } from '#engine/records/ui/ResourcesContext.tsx'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'
import { lastMonths } from './lastMonths.ts'
import { TrialResult } from './TrialResult.tsx'
import { useTrial } from './useTrial.ts'

const monthsOffered = 24
/** How long nothing is typed before it is tried. */
const restMs = 1_500
/** In the list of months: two days instead of one of them. */
const otherDays = 'days'

/**
 * Tries the rule as it stands in the form on past days: what was earned against what would have been. Nothing is
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
  const [days, setDays] = useState({ from: '', to: '' })
  const isMonth = month !== otherDays
  const { run, isRunning, error, tried, isOutdated } = useTrial()
  const { isDirty, isValid } = useFormState()
  // What is typed tries itself on the month once the hand rests; what failed waits for the button.
  const isDue = isDirty && isValid && isMonth && !isRunning && error === null && (!tried || isOutdated)
  useEffect(() => {
    if (!isDue) return undefined
    const timer = setTimeout(() => void run({ month }), restMs)
    return () => clearTimeout(timer)
  })
  return (
    <Box sx={{ mb: 2 }}>
      <Panel title={translate('whatIf.title')} lead={translate('whatIf.lead')}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
          <TextField
            select
            size="small"
            margin="none"
            label={translate('whatIf.month')}
            value={month}
            onChange={({ target }) => setMonth(target.value)}
            sx={{ width: 160 }}
          >
            {months.map((each) => (
              <MenuItem key={each} value={each}>
                {each.split('-').toReversed().join('/')}
              </MenuItem>
            ))}
            <MenuItem value={otherDays}>{translate('whatIf.otherDays')}</MenuItem>
          </TextField>
          {!isMonth &&
            (['from', 'to'] as const).map((name) => (
              <DayField
                key={name}
                size="small"
                margin="none"
                label={translate(`whatIf.${name}`)}
                value={days[name]}
                onChange={(day) => setDays({ ...days, [name]: day })}
                sx={{ width: 160 }}
              />
            ))}
          <Button
            variant="outlined"
            loading={isRunning}
            disabled={!isMonth && !(isDay(days.from) && isDay(days.to) && days.from <= days.to)}
            onClick={() => void run(isMonth ? { month } : days)}
          >
            {translate('whatIf.try')}
          </Button>
        </Box>
        {!isDirty && !tried && (
          <Alert severity="info" sx={{ mt: 1.5 }}>
            {translate('whatIf.unchanged')}
          </Alert>
        )}
        {error !== null && (
          <Alert severity="error" sx={{ mt: 1.5 }}>
            {errorText(error)}
          </Alert>
        )}
        {tried && isOutdated && (
          <Alert severity="warning" sx={{ mt: 1.5 }}>
            {translate('whatIf.outdated')}
          </Alert>
        )}
        {tried && <TrialResult answer={tried.answer} />}
      </Panel>
    </Box>
  )
}
