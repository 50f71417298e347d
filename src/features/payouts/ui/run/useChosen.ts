import { useCallback, useMemo, useState } from 'react'
import type { OwnerRow } from '../../answers/payees.ts'
import { ownerKey, partOf } from './payees.ts'

/** The owners that were chosen for a run, on whatever page they stand. */
export interface Chosen {
  readonly owners: readonly OwnerRow[]
  has(owner: OwnerRow): boolean
  /** Adds these owners, or takes them out. */
  put(owners: readonly OwnerRow[], isChosen: boolean): void
  /** Chooses these alone. */
  only(owners: readonly OwnerRow[]): void
}

/** @param shown the owners as they were read last: what is known of a chosen one anew counts. */
export function useChosen(shown: readonly OwnerRow[] | undefined): Chosen {
  const [kept, setKept] = useState<ReadonlyMap<string, OwnerRow>>(new Map())
  const owners = useMemo(() => {
    const anew = new Map((shown ?? []).map((owner) => [ownerKey(owner), owner]))
    return [...kept].map(([key, owner]) => anew.get(key) ?? owner).filter((owner) => partOf(owner) !== null)
  }, [kept, shown])
  const keys = useMemo(() => new Set(owners.map(ownerKey)), [owners])
  const put = useCallback(
    (some: readonly OwnerRow[], isChosen: boolean) =>
      setKept((last) => {
        const next = new Map(last)
        for (const owner of some) {
          if (isChosen) next.set(ownerKey(owner), owner)
          else next.delete(ownerKey(owner))
        }
        return next
      }),
    [],
  )
  const only = useCallback(
    (some: readonly OwnerRow[]) => setKept(new Map(some.map((owner) => [ownerKey(owner), owner]))),
    [],
  )
  return { owners, has: (owner) => keys.has(ownerKey(owner)), put, only }
}
