import { useEffect } from 'react'
import { useEvent } from 'react-admin'
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
  const check = useEvent(({ name: changed }: { name?: string | undefined }) => {
    if (!changed) return
    const wrong = namesWithErrors(errors)
    const refused = wrong.filter(({ type }) => type === 'server').map(({ name }) => name)
    const names = new Set([...wrong.map(({ name }) => name), ...Object.keys(touchedFields)])
    const asked = [...names].filter((name) => ![changed, 'root', ...refused].includes(name))
    if (asked.length > 0) void trigger(asked)
  })
  useEffect(() => subscribe({ formState: { values: true }, callback: check }), [subscribe, check])
  return null
}
