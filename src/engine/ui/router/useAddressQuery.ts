import { useLocation, useNavigate } from 'react-admin'
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react'

/** Says what the query shall be, from what it is. */
export type ChangeQuery = (
  change: (last: URLSearchParams) => URLSearchParams,
  options?: { readonly replace?: boolean },
) => void

/**
 * The query of the address, and how to change it where one stands. The only way to it: react-router's own
 * `useSearchParams` knows
 * the paths inside the pages alone (see `addresses.ts`) and would lead from `/registers/brand/feeds` to `/brand/feeds`,
 * where no page is.
 */
export function useAddressQuery(): [URLSearchParams, ChangeQuery] {
  const { search } = useLocation()
  const navigate = useNavigate()
  const query = useMemo(() => new URLSearchParams(search), [search])
  const latest = useRef(query)
  useLayoutEffect(() => {
    latest.current = query
  }, [query])
  const change = useCallback<ChangeQuery>(
    (next, options) => {
      // Two changes in a row, before the page is drawn anew, both hold.
      latest.current = next(new URLSearchParams(latest.current))
      navigate({ search: `?${latest.current}` }, options)
    },
    [navigate],
  )
  return [query, change]
}
