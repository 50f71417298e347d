import { type FormEvent, lazy, Suspense, useRef, useState } from 'react'
import { Card } from './Card.tsx'
import { useSignIn } from './EntranceContext.tsx'
import { Failure, Field, focusFirstInvalid, useFocusOnArrival, useSubmission } from './Form.tsx'

const QrCode = lazy(async () => ({ default: (await import('qrcode.react')).QRCodeSVG }))

const digitCount = 6

const secretOf = (otpauthUrl: string) =>
  URL.canParse(otpauthUrl) ? new URL(otpauthUrl).searchParams.get('secret') : null

/** The picture for the authenticator, the key for whoever cannot scan it, and the promise to have read it. */
function Enrolment({
  otpauthUrl,
  hasRead,
  onRead,
}: {
  otpauthUrl: string
  hasRead: boolean
  onRead: (hasRead: boolean) => void
}) {
  const { secondStep } = useSignIn().texts
  const secret = secretOf(otpauthUrl)
  return (
    <div className="enrolment">
      <div className="qr">
        <Suspense fallback={null}>
          <QrCode value={otpauthUrl} size={184} marginSize={2} title={secondStep.qrLabel} />
        </Suspense>
      </div>
      {secret ? (
        <p className="secret">
          {secondStep.cannotScan} <code>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        </p>
      ) : null}
      <label className="check">
        <input type="checkbox" checked={hasRead} onChange={({ target }) => onRead(target.checked)} />
        {secondStep.haveRead}
      </label>
    </div>
  )
}

/** The second step: a code from the authenticator; at the first time with the picture to set it up. */
export function SecondStepPage({ otpauthUrl }: { otpauthUrl: string | null }) {
  const { texts, calls, enter, goTo } = useSignIn()
  const [totp, setTotp] = useState('')
  const [hasRead, setHasRead] = useState(otpauthUrl === null)
  const [isChecked, setIsChecked] = useState(false)
  const { isBusy, failure, submit } = useSubmission()
  const form = useRef<HTMLFormElement>(null)
  useFocusOnArrival(form, hasRead)
  const isComplete = totp.length === digitCount

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (!isComplete) return focusFirstInvalid(form.current)
    void submit(async () => {
      setTotp('')
      setIsChecked(false)
      await calls.confirmSecondStep({ totp })
      enter()
    })
  }
  const startOver = () => {
    calls.startOver()
    goTo('/')
  }

  return (
    <Card
      title={otpauthUrl ? texts.secondStep.enrolTitle : texts.secondStep.title}
      lead={otpauthUrl ? texts.secondStep.enrolLead : texts.secondStep.lead}
    >
      <form ref={form} noValidate onSubmit={onSubmit}>
        <Failure text={failure} />
        {otpauthUrl ? <Enrolment otpauthUrl={otpauthUrl} hasRead={hasRead} onRead={setHasRead} /> : null}
        {hasRead ? (
          <>
            <Field
              label={texts.secondStep.code}
              name="totp"
              className="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              required
              value={totp}
              warning={isChecked && !isComplete ? texts.secondStep.lead : null}
              onChange={({ target }) => setTotp(target.value.replace(/\D/g, '').slice(0, digitCount))}
            />
            <button type="submit" className="submit" aria-disabled={isBusy}>
              {isBusy ? texts.signIn.working : texts.secondStep.submit}
            </button>
          </>
        ) : null}
      </form>
      <a
        className="aside"
        href="/"
        onClick={(event) => {
          event.preventDefault()
          startOver()
        }}
      >
        {texts.secondStep.startOver}
      </a>
    </Card>
  )
}
