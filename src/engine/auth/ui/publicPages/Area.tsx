import { type TextareaHTMLAttributes, useId } from 'react'

/** A labelled input of several lines, with a word of help and its warning. */
export function TextAreaField({
  label,
  help,
  warning,
  ...input
}: { label: string; help?: string; warning: string | null } & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const id = useId()
  const described = [help ? `${id}-help` : '', warning ? `${id}-warning` : ''].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        {...input}
        id={id}
        aria-invalid={warning ? true : undefined}
        aria-describedby={described === '' ? undefined : described}
      />
      {help ? (
        <p id={`${id}-help`} className="hint">
          {help}
        </p>
      ) : null}
      {warning ? (
        <p id={`${id}-warning`} className="warning">
          {warning}
        </p>
      ) : null}
    </div>
  )
}
