import { useMemo } from 'react'
import type { Actor } from '#engine/declaration/actor.ts'
import type { Field } from '#engine/declaration/fields/index.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { columnsOf } from '../derivePages.ts'
import { useActor } from '../ResourcesContext.tsx'

/** What the rows of a list are asked for besides: the names of what the columns refer to. */
export function namesAsked({ resource, actor }: { resource: AnyResource; actor: Actor }) {
  const embed = columnsOf({ resource, actor })
    .filter(({ field, isShownAtFirst }) => isShownAtFirst && isReference(field))
    .map(({ name }) => name)
  return embed.length > 0 ? { meta: { embed } } : {}
}

/**
 * How the rows of a list are asked for: the names of what the columns refer to come with them, since read afterwards
 * they would move what is looked at already.
 * The page itself says what went wrong; a notice beside it would say it twice.
 */
export function useRowsQuery(resource: AnyResource) {
  const actor = useActor()
  return useMemo(() => ({ onError: () => undefined, ...namesAsked({ resource, actor }) }), [resource, actor])
}

const isReference = ({ kind }: Field) => kind === 'reference' || kind === 'references'
