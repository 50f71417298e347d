import { lazy, type ReactElement, type ReactNode, Suspense } from 'react'
import { Resource, useTranslate } from 'react-admin'
import LinearProgress from '@mui/material/LinearProgress'
import { resources as declaredResources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import { can } from '#engine/declaration/derive/access.ts'
import { lazyChunk } from '#engine/ui/chunks/openChunk.tsx'
import { slots } from '#engine/ui/slots.ts'
import { type ResourceMap, ResourcesProvider } from './ResourcesContext.tsx'

const loadList = () => import('./list/ConfiguredList.tsx')
const ConfiguredList = lazyChunk(async () => (await loadList()).ConfiguredList)
const ConfiguredCreate = lazy(() =>
  import('./form/ConfiguredCreate.tsx').then((module) => ({ default: module.ConfiguredCreate })),
)
const ConfiguredEdit = lazy(() =>
  import('./form/ConfiguredEdit.tsx').then((module) => ({ default: module.ConfiguredEdit })),
)
/** While a page's own part is on its way. */
const Coming = () => <LinearProgress aria-label={useTranslate()('ra.page.loading')} />

/**
 * Loads the list before it is shown: most first pages are one.
 * @returns what a list asks first
 */
export async function preloadList() {
  const [{ firstRows }] = await Promise.all([loadList(), ConfiguredList.preload()])
  return firstRows
}

/**
 * react-admin's resources for everything the person may see, under plain entity names. Called as a function where
 * react-admin
 * needs to see the elements: `<Admin>{ConfiguredResources({ actor })}</Admin>`.
 */
export function ConfiguredResources({
  actor,
  resources = declaredResources as unknown as ResourceMap,
}: {
  actor: Actor
  resources?: ResourceMap
}): ReactElement {
  // Pages of different entities stand in the same place of the tree: without a key one would go on with the state of
  // another.
  const page = (name: string, element: ReactNode) => (
    <ResourcesProvider key={name} actor={actor} resources={resources}>
      <Suspense fallback={<Coming />}>{element}</Suspense>
    </ResourcesProvider>
  )
  const visible = Object.values(resources).filter((resource) => can({ actor, resource, operation: 'read' }))
  return (
    <>
      {visible.map((resource) => (
        <Resource
          key={resource.name}
          name={resource.name}
          recordRepresentation={resource.title}
          list={
            can({ actor, resource, operation: 'list' })
              ? page(resource.name, slots().lists[resource.name] ?? <ConfiguredList />)
              : undefined
          }
          create={can({ actor, resource, operation: 'create' }) ? page(resource.name, <ConfiguredCreate />) : undefined}
          edit={page(resource.name, <ConfiguredEdit />)}
        />
      ))}
    </>
  )
}
