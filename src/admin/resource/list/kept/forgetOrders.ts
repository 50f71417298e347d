import type { Store } from 'react-admin'

/**
 * Of what the browser remembers of a list, the filters alone: order and page size are kept with the person, and another
 * browser may have changed them since.
 */
export function forgetOrders(store: Store, resources: readonly string[]): void {
  for (const name of resources) {
    const key = `${name}.listParams`
    const { filter, displayedFilters } =
      store.getItem<{ filter?: object; displayedFilters?: object } | undefined>(key) ?? {}
    if (filter) store.setItem(key, { filter, displayedFilters, page: 1 })
  }
}
