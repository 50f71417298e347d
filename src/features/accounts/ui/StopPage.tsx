import { useState } from 'react'
import type { ReadStop } from '../answers/people.ts'
import { Card } from '#engine/auth/ui/signIn/Card.tsx'
import { Failure, useSubmission } from '#engine/auth/ui/signIn/Form.tsx'
import { useFormSubmit } from '#engine/auth/ui/publicPages/useCall.ts'
import { useLink } from '#engine/auth/ui/publicPages/useLink.ts'
import { useTexts } from '#engine/auth/ui/publicPages/welcomeTexts.tsx'

/**
 * Whoever follows the link of a mail about a change stops it here, by a button: programs that look at links in mails
 * must not.
 */
export function StopPage() {
  const { stop } = useTexts()
  const [isDone, setIsDone] = useState(false)
  const { token, found, failure } = useLink<ReadStop>('/api/access_change/read')
  const { isBusy, failure: refusal, submit } = useSubmission()
  const { send } = useFormSubmit()
  if (isDone)
    return (
      <Card title={stop.doneTitle}>
        <p>{stop.doneLead}</p>
      </Card>
    )
  if (!found)
    return (
      <Card title={stop.title}>
        <Failure text={failure} />
      </Card>
    )
  if (found.isStopped)
    return (
      <Card title={stop.title}>
        <p>{stop.done}</p>
      </Card>
    )
  const run = () => {
    void submit(async () => {
      await send('/api/access_change/stop', { token })
      setIsDone(true)
    })
  }
  return (
    <Card title={stop.title} lead={stop.lead.replace('%{company}', found.company ?? '')}>
      <Failure text={refusal} />
      <p className="said">
        <strong>{stop.what[found.kind].replace('%{label}', found.label ?? '')}</strong>
      </p>
      <button type="button" className="submit" aria-disabled={isBusy} onClick={run}>
        {stop.submit}
      </button>
    </Card>
  )
}
