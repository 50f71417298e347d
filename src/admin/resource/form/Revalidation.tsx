import { useEffect, useRef } from 'react'
import { useFormContext } from 'react-hook-form'

/** The names of all fields that have an error, rows included. */
function namesWithErrors(errors: object, prefix = ''): { name: string; type: unknown }[] {
  return Object.entries(errors).flatMap(([name, error]: [string, { type?: unknown } | undefined]) => {
    if (!error || name === 'ref') return []
    return 'type' in error && 'message' in error
      ? [{ name: `${prefix}${name}`, type: error.type }]
      : namesWithErrors(error, `${prefix}${name}.`)
  })
}

/**
 * One field's value decides about others (a payment type about its key): after each change, what was touched or is
 * wrong is checked again.
 * What the server refused stays until its own field is typed in.
 */
export function Revalidation(): null {
  const { subscribe, trigger, formState } = useFormContext()
  const { errors, touchedFields } = formState
  const latest = useRef({ errors, touchedFields })
  latest.current = { errors, touchedFields }
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name }) => {
          if (!name) return
          const wrong = namesWithErrors(latest.current.errors)
          const refused = new Set(wrong.filter(({ type }) => type === 'server').map((each) => each.name))
          const names = new Set([...wrong.map((each) => each.name), ...Object.keys(latest.current.touchedFields)])
          const asked = [...names].filter((each) => each !== name && each !== 'root' && !refused.has(each))
          if (asked.length > 0) void trigger(asked)
        },
      }),
    [subscribe, trigger],
  )
  return null
}
