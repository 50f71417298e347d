import { type FormEvent, useRef, useState } from 'react'
import { Card } from './Card.tsx'
import { useSignIn } from './EntranceContext.tsx'
import { Failure, Field, focusFirstInvalid, useFocusOnArrival, useSubmission } from './Form.tsx'

/**
 * Sign-in by an access key: of a partner, whose holder sees what is below it, or of an affiliate, who sees what is its
 * own.
 */
export function KeyPage({ kind }: { kind: 'partner' | 'affiliate' }) {
  const { texts, calls, enter, goTo } = useSignIn()
  const [token, setToken] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const { isBusy, failure, submit } = useSubmission()
  const words = texts[`${kind}SignIn`]
  const form = useRef<HTMLFormElement>(null)
  useFocusOnArrival(form)

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (token.trim() === '') return focusFirstInvalid(form.current)
    void submit(async () => {
      const outcome = await calls.signInByKey(kind, { token: token.trim() })
      return outcome === 'second_step' ? goTo('/login') : enter()
    })
  }

  return (
    <Card title={words.title} lead={words.lead}>
      <form ref={form} noValidate onSubmit={onSubmit}>
        <Failure text={failure} />
        <Field
          label={texts.partnerSignIn.token}
          name="token"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          value={token}
          warning={isChecked && token.trim() === '' ? texts.signIn.required : null}
          onChange={({ target }) => setToken(target.value)}
        />
        <button type="submit" className="submit" aria-disabled={isBusy}>
          {isBusy ? texts.signIn.working : texts.partnerSignIn.submit}
        </button>
      </form>
      <a
        className="aside"
        href="/"
        onClick={(event) => {
          event.preventDefault()
          goTo('/')
        }}
      >
        {texts.signIn.staff}
      </a>
    </Card>
  )
}
