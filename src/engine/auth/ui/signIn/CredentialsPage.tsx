import { type FormEvent, useRef, useState } from 'react'
import { Card } from './Card.tsx'
import { useSignIn } from './EntranceContext.tsx'
import { Failure, Field, focusFirstInvalid, useFocusOnArrival, useSubmission } from './Form.tsx'

interface Credentials {
  email: string
  password: string
}

function useWarnings({ email, password }: Credentials) {
  const { signIn } = useSignIn().texts
  const isEmail = /^\S+@\S+\.\S+$/.test(email.trim())
  const emailWarning = email.trim() === '' ? signIn.required : isEmail ? null : signIn.invalidEmail
  return { email: emailWarning, password: password === '' ? signIn.required : null }
}

function PasswordField({
  value,
  warning,
  onChange,
}: {
  value: string
  warning: string | null
  onChange: (value: string) => void
}) {
  const { signIn } = useSignIn().texts
  const [isShown, setIsShown] = useState(false)
  return (
    <Field
      label={signIn.password}
      type={isShown ? 'text' : 'password'}
      name="password"
      autoComplete="current-password"
      required
      value={value}
      warning={warning}
      onChange={({ target }) => onChange(target.value)}
    >
      <button type="button" className="reveal" aria-pressed={isShown} onClick={() => setIsShown(!isShown)}>
        {isShown ? signIn.hidePassword : signIn.showPassword}
      </button>
    </Field>
  )
}

/** The first step: e-mail and password. */
export function CredentialsPage({ notice }: { notice: string | null }) {
  const { texts, calls, enter, goTo } = useSignIn()
  const [given, setGiven] = useState<Credentials>({ email: '', password: '' })
  const [isChecked, setIsChecked] = useState(false)
  const { isBusy, failure, submit } = useSubmission()
  const form = useRef<HTMLFormElement>(null)
  const warnings = useWarnings(given)
  useFocusOnArrival(form)

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (warnings.email || warnings.password) return focusFirstInvalid(form.current)
    void submit(async () => {
      const outcome = await calls.signIn({ email: given.email.trim(), password: given.password })
      return outcome === 'second_step' ? goTo('/login') : enter()
    })
  }

  return (
    <Card title={texts.signIn.title} lead={texts.signIn.lead} notice={notice}>
      <form ref={form} noValidate onSubmit={onSubmit}>
        <Failure text={failure} />
        <Field
          label={texts.signIn.email}
          type="email"
          name="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          required
          value={given.email}
          warning={isChecked ? warnings.email : null}
          onChange={({ target }) => setGiven({ ...given, email: target.value })}
        />
        <PasswordField
          value={given.password}
          warning={isChecked ? warnings.password : null}
          onChange={(password) => setGiven({ ...given, password })}
        />
        <button type="submit" className="submit" aria-disabled={isBusy}>
          {isBusy ? texts.signIn.working : texts.signIn.submit}
        </button>
      </form>
      {(['partner', 'affiliate'] as const).map((kind) => (
        <a
          key={kind}
          className="aside"
          href={`/login/${kind}`}
          onClick={(event) => {
            event.preventDefault()
            goTo(`/login/${kind}`)
          }}
        >
          {texts.signIn[kind]}
        </a>
      ))}
    </Card>
  )
}
