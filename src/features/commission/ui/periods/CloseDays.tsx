import { useState } from 'react'
import { useTranslate } from 'react-admin'
import Button from '@mui/material/Button'
import { useAddress } from '#engine/ui/queryPage/useAddress.ts'
import { isDay } from '#engine/values/calendar.ts'
import { CloseDaysDialog, type Days } from './CloseDaysDialog.tsx'

/** On the card of the daily close: runs it for days one names, or that the address names (`from`, `to`). */
export default function CloseDays({ onRun }: { onRun: (days: Days) => Promise<void> }) {
  const translate = useTranslate()
  const [isChoosing, setIsChoosing] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setIsChoosing(true)} sx={{ mt: 1 }}>
        {translate('moneyPages.jobs.closeDays')}
      </Button>
      {isChoosing && <CloseDaysDialog onClose={() => setIsChoosing(false)} onRun={onRun} />}
      <DaysInAddress onRun={onRun} />
    </>
  )
}

function DaysInAddress({ onRun }: { onRun: (days: Days) => Promise<void> }) {
  const address = useAddress()
  const asked = { from: address.get('from'), to: address.get('to') }
  if (!isDay(asked.from) || !isDay(asked.to)) return null
  return (
    <CloseDaysDialog
      key={`${asked.from} ${asked.to}`}
      initial={asked}
      onClose={() => address.put({ from: '', to: '' })}
      onRun={onRun}
    />
  )
}
