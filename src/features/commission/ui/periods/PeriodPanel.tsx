import { useState } from 'react'
import { useRecordContext, useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { Checklist } from '../../answers/periods.ts'
import type { Day } from '#engine/values/calendar.ts'
import type { PeriodState } from '#rules/accountingPeriods.ts'
import { QueryBoundary } from '#engine/ui/queryPage/Answered.tsx'
import { Panel } from '#engine/ui/panels/Panel.tsx'
import { Freshness } from '#features/activity/ui/freshness/Freshness.tsx'
import { ChecklistItems } from './ChecklistItems.tsx'
import { ControlTotals } from './ControlTotals.tsx'
import { type PeriodStep, StepDialog } from './StepDialog.tsx'
import { useChecklist } from './usePeriod.ts'

/** What can be done with a period in each state; the first is what it waits for. */
const stepsOf: Readonly<Record<PeriodState, readonly PeriodStep[]>> = {
  open: ['check'],
  checked: ['lock', 'check', 'reopen'],
  locked: ['reopen'],
}

/** On a period's page: its checklist, what it comes to, and the step that comes next. */
export default function PeriodPanel() {
  const translate = useTranslate()
  const record = useRecordContext()
  if (!record) return null
  return (
    <Panel title={translate('panels.period.title')} lead={translate('panels.period.lead')}>
      <WholeChecklist
        key={record.id}
        id={Number(record.id)}
        state={record['state'] as PeriodState}
        to={record['to'] as Day}
      />
    </Panel>
  )
}

/** The same without the frame of a page. */
export function WholeChecklist({ id, state, to }: { id: number; state: PeriodState; to: Day }) {
  const checklist = useChecklist(id)
  return (
    <QueryBoundary query={checklist}>
      {(answer) => <Shown id={id} state={state} to={to} checklist={answer} />}
    </QueryBoundary>
  )
}

function Shown({
  id,
  state,
  to,
  checklist,
}: {
  id: number
  state: PeriodState
  /** The last day of the period. */
  to: Day
  checklist: Checklist
}) {
  const translate = useTranslate()
  const [step, setStep] = useState<PeriodStep | null>(null)
  return (
    <>
      <ChecklistItems items={checklist.items} />
      <ControlTotals period={id} checklist={checklist} isLocked={state === 'locked'} />
      {state !== 'locked' && <Freshness to={to} sx={{ mt: 2 }} />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 2 }}>
        {stepsOf[state].map((each, index) => (
          <Button key={each} variant={index === 0 ? 'contained' : 'outlined'} onClick={() => setStep(each)}>
            {translate(`panels.period.${each}`)}
          </Button>
        ))}
      </Box>
      {step && <StepDialog id={id} step={step} items={checklist.items} onClose={() => setStep(null)} />}
    </>
  )
}
