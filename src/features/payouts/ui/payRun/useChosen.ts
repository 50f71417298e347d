import { useCallback, useMemo, useState } from 'react'
import type { PayeeRow } from '../../answers/payees.ts'
import { ownerKey, payRunPlanFor } from './payees.ts'

/** The owners that were chosen for a run, on whatever page they stand. */
export interface PayRunSelection {
  readonly owners: readonly PayeeRow[]
  has(owner: PayeeRow): boolean
  /** Adds these owners, or takes them out. */
  put(owners: readonly PayeeRow[], isChosen: boolean): void
  /** Chooses these alone. */
  only(owners: readonly PayeeRow[]): void
}

/** @param shown the owners as they were read last: what is known of a chosen one anew counts. */
export function usePayRunSelection(shown: readonly PayeeRow[] | undefined): PayRunSelection {
  const [kept, setKept] = useState<ReadonlyMap<string, PayeeRow>>(new Map())
  const owners = useMemo(() => {
    const anew = new Map((shown ?? []).map((owner) => [ownerKey(owner), owner]))
    return [...kept].map(([key, owner]) => anew.get(key) ?? owner).filter((owner) => payRunPlanFor(owner) !== null)
  }, [kept, shown])
  const keys = useMemo(() => new Set(owners.map(ownerKey)), [owners])
  const put = useCallback(
    (some: readonly PayeeRow[], isChosen: boolean) =>
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
    (some: readonly PayeeRow[]) => setKept(new Map(some.map((owner) => [ownerKey(owner), owner]))),
    [],
  )
  return { owners, has: (owner) => keys.has(ownerKey(owner)), put, only }
}
