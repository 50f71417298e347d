import { useState } from 'react'
import { useTranslate } from 'react-admin'
import Button from '@mui/material/Button'
import { useActor } from '../../resource/ResourcesContext.tsx'
import { RedactDialog } from './RedactDialog.tsx'
import { redactableNames } from './redactable.ts'

/** Takes personal values out of a line of the log, for root alone: the server refuses everybody else. */
export function RedactButton({ line }: { line: Readonly<Record<string, unknown>> }) {
  const translate = useTranslate()
  const { root } = useActor()
  const [isOpen, setIsOpen] = useState(false)
  const names = redactableNames(line)
  if (!root || names.length === 0) return null
  return (
    <>
      <Button size="small" color="warning" onClick={() => setIsOpen(true)}>
        {translate('resourcePages.log.redact')}
      </Button>
      {isOpen && <RedactDialog line={line} names={names} onClose={() => setIsOpen(false)} />}
    </>
  )
}
