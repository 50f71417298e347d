import { useResourceContext } from 'react-admin'
import { createContext, type ReactNode, useCallback, useContext, useMemo } from 'react'
import { resources as declaredResources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import { isSwitchedOn } from '#engine/declaration/feature.ts'
import type { FeatureName } from '#engine/declaration/names.ts'
import { can } from '#engine/declaration/derive/access.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'

/** Every resource there is, by name. */
export type ResourceMap = Readonly<Record<string, AnyResource>>

interface ResourcesContextValue {
  readonly resources: ResourceMap
  /** Who looks at the pages; null without a session (public reports). */
  readonly actor: Actor | null
}

const ResourcesContext = createContext<ResourcesContextValue>({
  resources: declaredResources as unknown as ResourceMap,
  actor: null,
})

/** Tells the pages below which resources there are and who looks at them. */
export function ResourcesProvider({
  actor,
  resources = declaredResources as unknown as ResourceMap,
  children,
}: {
  actor: Actor | null
  resources?: ResourceMap
  children: ReactNode
}) {
  const value = useMemo(() => ({ actor, resources }), [actor, resources])
  return <ResourcesContext.Provider value={value}>{children}</ResourcesContext.Provider>
}

/** Every declared resource by name. */
export const useResources = (): ResourceMap => useContext(ResourcesContext).resources

/** Who looks at the page, or null without a session. */
export const useOptionalActor = (): Actor | null => useContext(ResourcesContext).actor

/** Who looks at the page. @throws outside of pages that need a session. */
export function useActor(): Actor {
  const actor = useOptionalActor()
  if (!actor) throw new Error('This page needs a session')
  return actor
}

/** Whether a feature is on for the signed-in user. */
export const useHasFeature = (feature: FeatureName): boolean => isSwitchedOn(useOptionalActor() ?? {}, { feature })

/** The declaration of the resource the page is about. */
export function useConfiguredResource(): AnyResource {
  const name = useResourceContext()
  const resource = useResources()[name ?? '']
  if (!resource) throw new Error(`No resource is declared under the name ${name}`)
  return resource
}

/** Whether the person may open a record's page of a resource. */
export function useMayOpen(): (resourceName: string) => boolean {
  const { resources, actor } = useContext(ResourcesContext)
  return useCallback(
    (resourceName) => {
      const resource = resources[resourceName]
      return Boolean(resource && actor && can({ actor, resource, operation: 'read' }))
    },
    [resources, actor],
  )
}
