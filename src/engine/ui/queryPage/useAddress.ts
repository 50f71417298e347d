import { useCallback } from 'react'
import { useAddressQuery } from '#engine/ui/router/useAddressQuery.ts'

/** What a page keeps in its address, so that going back, reloading and sharing show the same. */
export interface Address {
  readonly get: (name: string) => string
  readonly all: (name: string) => string[]
  /** Changes some values; an empty one is taken out. The page of a list begins anew unless it is what changes. */
  readonly put: (changed: Readonly<Record<string, string | readonly string[]>>) => void
}

/** Reads and writes the query of the address. */
export function useAddress(): Address {
  const [search, setSearch] = useAddressQuery()
  const put = useCallback(
    (changed: Readonly<Record<string, string | readonly string[]>>) =>
      setSearch(
        (last) => {
          const next = new URLSearchParams(last)
          if (!('page' in changed)) next.delete('page')
          for (const [name, value] of Object.entries(changed)) {
            const text = [value].flat().join(',')
            if (text === '') next.delete(name)
            else next.set(name, text)
          }
          return next
        },
        { replace: true },
      ),
    [setSearch],
  )
  return {
    get: (name) => search.get(name) ?? '',
    all: (name) => (search.get(name) ?? '').split(',').filter(Boolean),
    put,
  }
}
