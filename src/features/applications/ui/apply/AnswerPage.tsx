import { type FormEvent, useRef, useState } from 'react'
import type { AskedAnswer } from '../../answers/applications.ts'
import { Card } from '#engine/auth/ui/signIn/Card.tsx'
import { useSignIn } from '#engine/auth/ui/signIn/EntranceContext.tsx'
import { Failure, focusFirstInvalid, useSubmission } from '#engine/auth/ui/signIn/Form.tsx'
import { TextAreaField } from '#engine/auth/ui/publicPages/Area.tsx'
import { Documents, readFiles } from './Documents.tsx'
import { useFormSubmit } from '#engine/auth/ui/publicPages/useCall.ts'
import { useLink } from '#engine/auth/ui/publicPages/useLink.ts'
import { useTexts } from '#engine/auth/ui/publicPages/welcomeTexts.tsx'

/** Where an applicant answers what staff ask, by the private link of the question. */
export function AnswerPage() {
  const { answer } = useTexts()
  const [isDone, setIsDone] = useState(false)
  const { token, found, failure } = useLink<AskedAnswer>('/api/apply/link/read')
  if (isDone)
    return (
      <Card title={answer.doneTitle} lead={answer.doneLead}>
        {null}
      </Card>
    )
  if (!found)
    return (
      <Card title={answer.title}>
        <Failure text={failure} />
      </Card>
    )
  return (
    <Card title={answer.title} lead={answer.lead.replace('%{brand}', found.brand)}>
      <blockquote className="said">{found.question}</blockquote>
      <AnswerForm token={token} onDone={() => setIsDone(true)} />
    </Card>
  )
}

function AnswerForm({ token, onDone }: { token: string; onDone: () => void }) {
  const { texts } = useSignIn()
  const { answer } = useTexts()
  const [given, setGiven] = useState('')
  const [files, setFiles] = useState<File[]>([])
  const { isBusy, failure, submit } = useSubmission()
  const { send, warnings } = useFormSubmit()
  const form = useRef<HTMLFormElement>(null)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void submit(async () => {
      const body = { token, answer: given, files: await readFiles(files) }
      if (await send('/api/apply/link/answer', body)) onDone()
      else focusFirstInvalid(form.current)
    })
  }
  return (
    <form ref={form} noValidate onSubmit={onSubmit}>
      <Failure text={failure} />
      <TextAreaField
        label={answer.label}
        name="answer"
        rows={6}
        required
        value={given}
        warning={warnings['answer'] ?? null}
        onChange={({ target }) => setGiven(target.value)}
      />
      <Documents warning={warnings['files'] ?? null} onChange={setFiles} />
      <button type="submit" className="submit" aria-disabled={isBusy}>
        {isBusy ? texts.signIn.working : answer.submit}
      </button>
    </form>
  )
}
