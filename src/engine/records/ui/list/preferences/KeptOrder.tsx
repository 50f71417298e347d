import { type ReactNode, useState } from 'react'
import { ListContextProvider, type SortPayload, useListContext } from 'react-admin'
import type { Actor } from '#engine/declaration/actor.ts'
import type { ListPreferences } from '#engine/declaration/listPreferences.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { columnsOf } from '../../derivePages.ts'
import { useActor, useConfiguredResource } from '../../ResourcesContext.tsx'
import { useKeptList } from './keptLists.ts'

/** Page sizes one can choose. */
export const perPageOptions = [10, 25, 50, 100, 250]
const perPageAtFirst = 25

/**
 * What a list is sorted by and how many rows a page has where the address does not say: what the person chose last,
 * else what is declared.
 */
export function orderAtFirst({
  resource,
  actor,
  list: { sort, perPage },
}: {
  resource: AnyResource
  actor: Actor
  list: ListPreferences
}): { readonly sort: SortPayload; readonly perPage: number } {
  const [field, order] = resource.list.sort
  const isStillSortable = columnsOf({ resource, actor }).some(
    ({ name, isSortable }) => isSortable && name === sort?.field,
  )
  return {
    sort: sort && isStillSortable ? sort : { field, order },
    perPage: perPage && perPageOptions.includes(perPage) ? perPage : perPageAtFirst,
  }
}

/** The same for the list one is on, as it was when it was opened. */
export function useOrderAtFirst(): { readonly sort: SortPayload; readonly perPage: number } {
  const resource = useConfiguredResource()
  const actor = useActor()
  const { list } = useKeptList()
  return useState(() => orderAtFirst({ resource, actor, list }))[0]
}

/**
 * Keeps the order and page size that somebody chooses in the list. What an address or a saved filter says holds for
 * that visit alone.
 */
export function KeptOrder({ children }: { children: ReactNode }) {
  const { keep } = useKeptList()
  const list = useListContext()
  const value = {
    ...list,
    setSort: (sort: SortPayload) => {
      keep('sort', { field: sort.field, order: sort.order })
      list.setSort(sort)
    },
    setPerPage: (perPage: number) => {
      keep('perPage', perPage)
      list.setPerPage(perPage)
    },
  }
  return <ListContextProvider value={value}>{children}</ListContextProvider>
}
