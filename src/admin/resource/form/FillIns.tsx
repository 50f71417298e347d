import { useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { type ProfileName, profiles } from '../../../../resources/roles.ts'
import type { AnyRecord } from '../../../config/record.ts'
import type { AnyResource } from '../../../config/resource.ts'

/** What choosing one value fills in elsewhere. A profile is a starting point: its role keys can be changed after. */
const fillIns: Readonly<Record<string, { readonly when: string; readonly values: (chosen: unknown) => AnyRecord }>> = {
  user: { when: 'profile', values: (chosen) => (typeof chosen === 'string' && chosen in profiles ? { roles: [...profiles[chosen as ProfileName]] } : {}) },
}

/** Fills in what follows from a choice, when it is made, not when the form is opened. */
export function FillIns({ resource }: { resource: AnyResource }) {
  const fillIn = fillIns[resource.name]
  return fillIn && resource.fields[fillIn.when] ? <FillIn {...fillIn} /> : null
}

function FillIn({ when, values }: { when: string; values: (chosen: unknown) => AnyRecord }): null {
  const { setValue, formState } = useFormContext()
  const chosen: unknown = useWatch({ name: when })
  const isDirty = Boolean(formState.dirtyFields[when])
  const last = useRef(chosen)
  useEffect(() => {
    if (last.current === chosen) return
    last.current = chosen
    if (!isDirty) return
    for (const [name, value] of Object.entries(values(chosen))) setValue(name, value, { shouldDirty: true })
  }, [chosen, isDirty, setValue, values])
  return null
}
