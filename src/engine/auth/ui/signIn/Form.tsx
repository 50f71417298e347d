import { type InputHTMLAttributes, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useSignIn } from './EntranceContext.tsx'

/** A labelled input with its warning. */
export function Field({
  label,
  warning,
  children,
  ...input
}: { label: string; warning?: string | null; children?: ReactNode } & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="control">
        <input
          {...input}
          id={id}
          aria-invalid={warning ? true : undefined}
          aria-describedby={warning ? `${id}-warning` : undefined}
        />
        {children}
      </div>
      {warning ? (
        <p id={`${id}-warning`} className="warning">
          {warning}
        </p>
      ) : null}
    </div>
  )
}

/** Shows what went wrong; screen readers say it at once. */
export function Failure({ text }: { text: string | null }) {
  return <div role="alert">{text ? <p className="failure">{text}</p> : null}</div>
}

/**
 * Runs one submission at a time and tells what went wrong.
 * @returns `isBusy` while it runs, `failure` the text to show, and `submit` to start it.
 */
export function useSubmission() {
  const { explain } = useSignIn()
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  const submit = async (work: () => Promise<void>) => {
    if (isBusy) return
    setIsBusy(true)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      const text = await explain(error)
      if (isMounted.current) setFailure(text)
    } finally {
      if (isMounted.current) setIsBusy(false)
    }
  }
  return { isBusy, failure, submit }
}

/**
 * Puts the focus on the first text input when the form is shown, or when more of it is: there is nothing else to do on
 * these pages.
 */
export function useFocusOnArrival(form: RefObject<HTMLFormElement | null>, more: unknown = null) {
  useEffect(() => form.current?.querySelector<HTMLInputElement>('input:not([type="checkbox"])')?.focus(), [form, more])
}

/** Puts the focus on the first input that has a warning. */
export function focusFirstInvalid(form: HTMLFormElement | null) {
  requestAnimationFrame(() => form?.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus())
}
