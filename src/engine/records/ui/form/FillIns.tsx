import { useEffect } from 'react'
import { useFormContext } from 'react-hook-form'
import { type ProfileName, profiles } from '#resources/roles.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'

/** What choosing one value fills in elsewhere. A profile is a starting point: its role keys can be changed after. */
const fillIns: Readonly<Record<string, { readonly when: string; readonly values: (chosen: unknown) => AnyRecord }>> = {
  user: {
    when: 'profile',
    values: (chosen) =>
      typeof chosen === 'string' && chosen in profiles ? { roles: [...profiles[chosen as ProfileName]] } : {},
  },
  // CPA is counted by players alone; what is paid of a product is nearly always a share of its NGR.
  reward: { when: 'productType', values: (chosen) => ({ subType: chosen === 'cpa' ? 'player' : 'ngr' }) },
}

/** What a form begins with, and what follows from it. */
export function filledIn(resource: AnyResource, values: AnyRecord): AnyRecord {
  const fillIn = fillIns[resource.name]
  const chosen = fillIn && values[fillIn.when]
  return chosen === undefined || chosen === null ? values : { ...values, ...fillIn!.values(chosen) }
}

/**
 * Fills in what follows from a choice, when a person makes it: not when the form is opened, nor when what was typed
 * comes back.
 */
export function FillIns({ resource }: { resource: AnyResource }) {
  const fillIn = fillIns[resource.name]
  return fillIn && resource.fields[fillIn.when] ? <FillIn {...fillIn} /> : null
}

function FillIn({ when, values }: { when: string; values: (chosen: unknown) => AnyRecord }): null {
  const { setValue, subscribe } = useFormContext()
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name, type, values: typed }) => {
          if (name !== when || type !== 'change') return
          for (const [filled, value] of Object.entries(values(typed[when])))
            setValue(filled, value, { shouldDirty: true })
        },
      }),
    [subscribe, setValue, when, values],
  )
  return null
}
