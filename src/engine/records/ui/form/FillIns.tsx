import { useEffect } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { type ProfileName, profiles } from '#resources/roles.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { loadingName, useReferenceNames } from '#engine/ui/fields/ReferenceValue.tsx'

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
export function FillIns({ resource, operation }: { resource: AnyResource; operation: 'create' | 'update' }) {
  const fillIn = fillIns[resource.name]
  const proposed = operation === 'create' ? Object.entries(resource.fields) : []
  return (
    <>
      {fillIn && resource.fields[fillIn.when] ? <FillIn {...fillIn} /> : null}
      {proposed.map(([name, { proposedFrom }]) =>
        proposedFrom ? <Proposal key={name} name={name} from={proposedFrom} resource={resource} /> : null,
      )}
    </>
  )
}

interface ProposalProps {
  readonly name: string
  readonly from: readonly [string, string]
  readonly resource: AnyResource
}

/** Proposes a text made of the names of two chosen records, until the user types one. */
function Proposal({ name, from: [one, other], resource }: ProposalProps): null {
  const { setValue, getFieldState } = useFormContext()
  const chosen = useWatch({ name: [one, other] }) as readonly unknown[]
  const nameOf = (field: string, id: unknown) => ({
    target: resource.fields[field]!.target!,
    ids: typeof id === 'number' || (typeof id === 'string' && id !== '') ? [id] : [],
  })
  const [first] = useReferenceNames(nameOf(one, chosen[0]))
  const [second] = useReferenceNames(nameOf(other, chosen[1]))
  const isKnown = first && second && ![first.name, second.name].includes(loadingName)
  const text = isKnown ? `${first.name} · ${second.name}` : null
  useEffect(() => {
    if (text !== null && !getFieldState(name).isDirty) setValue(name, text.slice(0, resource.fields[name]!.max))
  }, [text, name, resource, setValue, getFieldState])
  return null
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
