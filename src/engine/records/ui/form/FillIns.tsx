import { useEffect, useMemo } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { type ProfileName, profiles } from '#resources/roles.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { loadingName, useReferenceNames } from '#engine/ui/fields/ReferenceValue.tsx'

interface FillInRule {
  readonly when: string
  /** @param typed what stands in the form */
  readonly values: (chosen: unknown, typed: AnyRecord) => AnyRecord
}

/** What choosing one value fills in elsewhere. A profile is a starting point: its role keys can be changed after. */
const fillIns: Readonly<Record<string, FillInRule>> = {
  user: {
    when: 'profile',
    values: (chosen) =>
      typeof chosen === 'string' && chosen in profiles ? { roles: [...profiles[chosen as ProfileName]] } : {},
  },
  // CPA is counted by players alone; what is paid of a product is nearly always a share of its NGR.
  reward: { when: 'productType', values: (chosen) => ({ subType: chosen === 'cpa' ? 'player' : 'ngr' }) },
}

/** A document of a kind that the record has a field of is asked for once: with the kind `cpf`, it is the CPF. */
function documentOnce({ fields }: AnyResource): FillInRule | undefined {
  const [name, when] = Object.entries(fields).flatMap(([each, { kind, kindFrom }]) =>
    kind === 'document' && kindFrom ? [each, kindFrom] : [],
  )
  if (!name || !when) return undefined
  const sameKind = (chosen: unknown) => Object.keys(fields).find((each) => fields[each]!.kind === chosen)
  return {
    when,
    values: (chosen, typed) => {
      const known = typed[sameKind(chosen) ?? '']
      return known && !typed[name] ? { [name]: known } : {}
    },
  }
}

const rulesOf = (resource: AnyResource): readonly FillInRule[] =>
  [fillIns[resource.name], documentOnce(resource)].filter(
    (rule) => rule !== undefined && rule.when in resource.fields,
  ) as FillInRule[]

/** What a form begins with, and what follows from it. */
export const filledIn = (resource: AnyResource, values: AnyRecord): AnyRecord =>
  rulesOf(resource).reduce(
    (filled, rule) => ({
      ...filled,
      ...((values[rule.when] ?? null) === null ? {} : rule.values(values[rule.when], filled)),
    }),
    values,
  )

/**
 * Fills in what follows from a choice, when a person makes it: not when the form is opened, nor when what was typed
 * comes back.
 */
export function FillIns({ resource, operation }: { resource: AnyResource; operation: 'create' | 'update' }) {
  const rules = useMemo(() => rulesOf(resource), [resource])
  const proposed = operation === 'create' ? Object.entries(resource.fields) : []
  return (
    <>
      {rules.map((rule) => (
        <FillIn key={rule.when} {...rule} />
      ))}
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

function FillIn({ when, values }: FillInRule): null {
  const { setValue, subscribe } = useFormContext()
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name, type, values: typed }) => {
          if (name !== when || type !== 'change') return
          for (const [filled, value] of Object.entries(values(typed[when], typed)))
            setValue(filled, value, { shouldDirty: true })
        },
      }),
    [subscribe, setValue, when, values],
  )
  return null
}
