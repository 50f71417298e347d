import { useState } from 'react'
import { useNotify, useRecordContext, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { DecidedAnswer } from '../answers/applications.ts'
import { NewKey } from '#engine/auth/ui/accessKeys/NewKey.tsx'
import { ApproveDialog } from './ApproveDialog.tsx'
import { SayDialog } from './MessageDialog.tsx'

const steps = ['approve', 'ask', 'refuse'] as const
type Step = (typeof steps)[number]

const said = { approve: 'approved', ask: 'asked', refuse: 'refused' } as const satisfies Record<Step, string>

/** What was answered to a step: the link that is shown this once. */
interface Done {
  readonly step: Step
  readonly answer: DecidedAnswer
}

/** The buttons that decide about the application at hand, and what came of them. */
export default function DecideApplication({ onDecided }: { onDecided: () => void }) {
  const translate = useTranslate()
  const notify = useNotify()
  const record = useRecordContext()
  const [step, setStep] = useState<Step | null>(null)
  const [done, setDone] = useState<Done | null>(null)
  if (!record) return null
  const isOpen = record['state'] === 'new' || record['state'] === 'asked'
  const name = String(record['name'])
  const onDone = (answer: DecidedAnswer) => {
    if (!step) return
    notify(`applications.${said[step]}`, { type: 'success', messageArgs: { name } })
    setDone({ step, answer })
    setStep(null)
    onDecided()
  }
  const dialog = { onDone, onClose: () => setStep(null) }
  return (
    <>
      {done && <Links done={done} onClose={() => setDone(null)} />}
      {isOpen && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {steps.map((each) => (
            <Button
              key={each}
              size="small"
              variant={each === 'approve' ? 'contained' : 'outlined'}
              color={each === 'refuse' ? 'error' : 'primary'}
              aria-label={`${translate(`applications.${each}`)}: ${name}`}
              onClick={() => setStep(each)}
            >
              {translate(`applications.${each}`)}
            </Button>
          ))}
        </Box>
      )}
      {step === 'approve' && <ApproveDialog application={record} {...dialog} />}
      {(step === 'ask' || step === 'refuse') && <SayDialog application={record} step={step} {...dialog} />}
    </>
  )
}

function Links({ done: { step, answer }, onClose }: { done: Done; onClose: () => void }) {
  const translate = useTranslate()
  const mail = answer.isMailed === null ? 'noMail' : answer.isMailed ? 'mailed' : 'notMailed'
  if (!answer.link) return step === 'refuse' && answer.isMailed !== true ? <Told words={mail} /> : null
  return (
    <>
      <Typography variant="body2">
        {translate(step === 'ask' ? 'applications.linkAnswer' : 'applications.linkInvitation')}
      </Typography>
      <NewKey value={answer.link} onClose={onClose} />
      <Told words={mail} />
    </>
  )
}

function Told({ words }: { words: 'mailed' | 'notMailed' | 'noMail' }) {
  const translate = useTranslate()
  return (
    <Alert severity={words === 'mailed' ? 'success' : 'info'} sx={{ mb: 1.5 }}>
      {translate(`applications.${words}`)}
    </Alert>
  )
}
