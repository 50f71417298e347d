import { useQueryClient } from '@tanstack/react-query'
import { type Identifier, useDataProvider } from 'react-admin'
import type { TrashItem } from '../../answers/trash.ts'
import { type BackOfficeDataProvider, type BulkOutcome, errorAnswer } from '../dataProvider.ts'

/**
 * How a removal is taken back: what went is brought from the trash as it was, in the order in which it came there.
 * @returns which came back, and of each other one why not
 */
export function useUndoRemoval(): (resource: string, ids: readonly Identifier[]) => Promise<BulkOutcome> {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const queryClient = useQueryClient()
  return async (resource, ids) => {
    const items = await dataProvider.read<TrashItem[]>('/api/trash')
    const wanted = new Set(ids.map(Number))
    const found = items.filter(({ object, record }) => object === resource && wanted.has(record))
    const changed: Identifier[] = []
    const refused: BulkOutcome['refused'][number][] = []
    for (const { id, record } of found.toSorted((one, other) => one.id - other.id)) {
      try {
        await dataProvider.callApi(`/api/trash/${id}/restore`, { method: 'POST', body: '{}' })
        changed.push(record)
      } catch (error) {
        const { code, values } = errorAnswer(error)
        if (!code) throw error
        refused.push({ id: record, code, ...(values ? { values } : {}) })
      }
    }
    await queryClient.invalidateQueries()
    return { changed, refused }
  }
}
