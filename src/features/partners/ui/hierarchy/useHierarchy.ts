import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDataProvider, useNotify } from 'react-admin'
import type { AnyRecord } from '#engine/declaration/record.ts'
import { type BackOfficeDataProvider, errorAnswer } from '#engine/records/ui/dataProvider.ts'
import type { Hierarchy } from './hierarchyTree.ts'

const hierarchyKey = ['hierarchy'] as const

/** Where the affiliates of one partner (null: of none) are kept once they were read. */
export const affiliatesKey = (partner: number | null) => [...hierarchyKey, 'affiliates', partner] as const

/** The whole hierarchy in one's scope. */
export function useHierarchy() {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  return useQuery({
    queryKey: [...hierarchyKey, 'tree'],
    queryFn: ({ signal }) => dataProvider.read<Hierarchy>('/api/partner/hierarchy', signal),
    retry: false,
    staleTime: 10_000,
  })
}

/**
 * Writes a change of a partner's or affiliate's place through the record's own update, and reads the hierarchy anew.
 * @throws what the API refuses
 */
export function useMove() {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const queryClient = useQueryClient()
  const notify = useNotify()
  return async ({
    resource,
    id,
    values,
    version,
  }: {
    resource: 'partner' | 'affiliate'
    id: number
    values: AnyRecord
    version: number
  }) => {
    try {
      const { data } = await dataProvider.update(resource, { id, data: { ...values, version }, previousData: { id } })
      notify('panels.hierarchy.saved', { type: 'success', messageArgs: { name: data['name'] } })
    } catch (error) {
      if (errorAnswer(error).code === 'stale_version') notify('panels.hierarchy.stale', { type: 'warning' })
      throw error
    } finally {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: hierarchyKey }),
        queryClient.invalidateQueries({ queryKey: [resource] }),
      ])
    }
  }
}
