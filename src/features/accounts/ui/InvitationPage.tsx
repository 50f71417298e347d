import { type FormEvent, useRef, useState } from 'react'
import type { InvitedAnswer } from '../answers/people.ts'
import { Card } from '#engine/auth/ui/signIn/Card.tsx'
import { useSignIn } from '#engine/auth/ui/signIn/EntranceContext.tsx'
import { Failure, Field, focusFirstInvalid, useFocusOnArrival, useSubmission } from '#engine/auth/ui/signIn/Form.tsx'
import { useFormSubmit } from '#engine/auth/ui/publicPages/useCall.ts'
import { useLink } from '#engine/auth/ui/publicPages/useLink.ts'
import { useTexts } from '#engine/auth/ui/publicPages/welcomeTexts.tsx'

/** Who follows the link of an invitation sets a password here, and signs in with it from then on. */
export function InvitationPage() {
  const { invitation } = useTexts()
  const [isDone, setIsDone] = useState(false)
  const { token, found, failure } = useLink<InvitedAnswer>('/api/invitation/read')
  if (isDone)
    return (
      <Card title={invitation.doneTitle} lead={invitation.doneLead}>
        <a className="submit" href="/">
          {invitation.signIn}
        </a>
      </Card>
    )
  if (!found)
    return (
      <Card title={invitation.title}>
        <Failure text={failure} />
      </Card>
    )
  return <PasswordForm token={token} person={found} onDone={() => setIsDone(true)} />
}

function PasswordForm({ token, person, onDone }: { token: string; person: InvitedAnswer; onDone: () => void }) {
  const { texts } = useSignIn()
  const { invitation } = useTexts()
  const [given, setGiven] = useState({ password: '', passwordConfirmation: '' })
  const [isShown, setIsShown] = useState(false)
  const { isBusy, failure, submit } = useSubmission()
  const { send, warnings } = useFormSubmit()
  const form = useRef<HTMLFormElement>(null)
  useFocusOnArrival(form)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void submit(async () => {
      if (await send('/api/invitation/accept', { token, ...given })) onDone()
      else focusFirstInvalid(form.current)
    })
  }
  const field = (name: keyof typeof given, label: string) => (
    <Field
      label={label}
      type={isShown ? 'text' : 'password'}
      name={name}
      autoComplete="new-password"
      required
      value={given[name]}
      warning={warnings[name] ?? null}
      onChange={({ target }) => setGiven({ ...given, [name]: target.value })}
    />
  )
  return (
    <Card title={invitation.title} lead={invitation.lead.replace('%{company}', person.company ?? '')}>
      <form ref={form} noValidate onSubmit={onSubmit}>
        <Failure text={failure} />
        <p className="said">
          {invitation.signsIn} <strong>{person.email}</strong>
        </p>
        {/* Whose password it is, for password managers. */}
        <input hidden readOnly name="username" autoComplete="username" value={person.email} />
        {field('password', invitation.password)}
        {field('passwordConfirmation', invitation.again)}
        <label className="check">
          <input type="checkbox" checked={isShown} onChange={({ target }) => setIsShown(target.checked)} />
          {texts.signIn.showPassword}
        </label>
        <p className="hint">{invitation.rules}</p>
        <button type="submit" className="submit" aria-disabled={isBusy}>
          {isBusy ? texts.signIn.working : invitation.submit}
        </button>
      </form>
    </Card>
  )
}
