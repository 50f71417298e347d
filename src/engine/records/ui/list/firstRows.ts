import { type GetListParams, getQuery, parseQueryFromLocation, type Store } from 'react-admin'
import type { Actor } from '#engine/declaration/actor.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { orderAtFirst } from './preferences/KeptOrder.tsx'
import { keptListIn } from './preferences/keptLists.ts'
import { namesAsked } from './useRowsQuery.ts'

/**
 * What a list asks first, as react-admin will: by the address, else by what this browser and the person's settings
 * remember, else as is declared. Where the two ever differ, the list asks for what it wants itself.
 */
export function firstRows({
  resource,
  actor,
  store,
  search,
}: {
  resource: AnyResource
  actor: Actor
  store: Store
  search: string
}): GetListParams {
  const atFirst = orderAtFirst({ resource, actor, list: keptListIn(store, resource.name) })
  const { page, perPage, sort, order, filter } = getQuery({
    queryFromLocation: parseQueryFromLocation({ search }),
    params: store.getItem(`${resource.name}.listParams`) ?? ({} as never),
    filterDefaultValues: undefined as never,
    ...atFirst,
  })
  return {
    pagination: { page, perPage },
    sort: { field: sort, order },
    filter: { ...filter },
    ...namesAsked({ resource, actor }),
  }
}
