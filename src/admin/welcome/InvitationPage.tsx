import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { InvitedAnswer } from '../../config/answers/people.ts'
import { Card } from '../signIn/Card.tsx'
import { useEntrance } from '../signIn/EntranceContext.tsx'
import { Failure, Field, focusFirstInvalid, useFocusOnArrival, useSubmission } from '../signIn/Form.tsx'
import { useCall } from './useCall.ts'
import { useTexts } from './welcomeTexts.tsx'

/** Who was invited, or why the link says nobody. */
type Invited = { readonly person: InvitedAnswer } | { readonly failure: string } | null

function useInvited(token: string): Invited {
  const { explain } = useEntrance()
  const { send } = useCall()
  const [invited, setInvited] = useState<Invited>(null)
  useEffect(() => {
    const fail = async (error: unknown) => setInvited({ failure: await explain(error) })
    if (token === '') void fail({ code: 'invitation_over', message: '' })
    else send<InvitedAnswer>('/api/invitation/read', { token }).then((person) => person && setInvited({ person }), fail)
    // Asked once: the link does not change while the page is shown.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [token])
  return invited
}

/** Who follows the link of an invitation sets a password here, and signs in with it from then on. */
export function InvitationPage() {
  const { invitation } = useTexts()
  const [token] = useState(() => window.location.hash.slice(1))
  const [isDone, setIsDone] = useState(false)
  const invited = useInvited(token)
  if (isDone)
    return (
      <Card title={invitation.doneTitle} lead={invitation.doneLead}>
        <a className="submit" href="/">
          {invitation.signIn}
        </a>
      </Card>
    )
  if (invited && 'failure' in invited)
    return (
      <Card title={invitation.title}>
        <Failure text={invited.failure} />
      </Card>
    )
  if (!invited) return <Card title={invitation.title}>{null}</Card>
  return <PasswordForm token={token} person={invited.person} onDone={() => setIsDone(true)} />
}

function PasswordForm({ token, person, onDone }: { token: string; person: InvitedAnswer; onDone: () => void }) {
  const { texts } = useEntrance()
  const { invitation } = useTexts()
  const [given, setGiven] = useState({ password: '', passwordConfirmation: '' })
  const [isShown, setIsShown] = useState(false)
  const { isBusy, failure, submit } = useSubmission()
  const { send, warnings } = useCall()
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
