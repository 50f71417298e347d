import type { RaRecord } from 'react-admin'
import { useReferenceNames } from '#engine/ui/fields/ReferenceValue.tsx'

/** Whom entries belong to, by name, each once: affiliates first, then partners. */
export function useOwners(entries: readonly RaRecord[]): readonly string[] {
  const idsOf = (owner: 'affiliate' | 'partner') => [
    ...new Set(entries.flatMap((entry) => (entry[owner] as number | null) ?? [])),
  ]
  const affiliates = useReferenceNames({ target: 'affiliate', ids: idsOf('affiliate') })
  const partners = useReferenceNames({ target: 'partner', ids: idsOf('partner') })
  return [...affiliates, ...partners].map(({ name }) => name)
}
