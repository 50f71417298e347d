import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useDataProvider } from 'react-admin'
import { saveFile } from '#engine/export/ui/saveFile.ts'
import { type BackOfficeDataProvider, toHttpError } from '#engine/records/ui/dataProvider.ts'
import type { ShownUpload } from '../../answers/uploads.ts'
import { eventStream } from '#engine/live/ui/eventStream.ts'
import { feedKey } from './feedKey.ts'
import { isInProgress } from './isUnderWay.ts'

/** The largest file the server takes. */
export const fileBytesMax = 128 * 1024 * 1024
/**
 * How often a file under way is looked at, in milliseconds: while nobody tells of it, and while it is told, since a
 * stream may be cut off without anybody noticing.
 */
const followMs = { asked: 1_000, told: 15_000 } as const

/** What is chosen with a file. */
export interface UploadChoice {
  readonly file: File
  readonly createMissing: boolean
  readonly profile: number | null
}

/** The uploaded files of a brand, followed while something happens to one, and what can be done with them. */
export function useUploads(brand: number) {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const queryClient = useQueryClient()
  const path = `/api/brand/${brand}/feed`
  const queryKey = feedKey(brand)
  const uploads = useQuery({
    queryKey,
    queryFn: ({ signal }) => dataProvider.read<ShownUpload[]>(path, signal),
    retry: false,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.some(isInProgress) ? followMs[eventStream.isOpen() ? 'told' : 'asked'] : false,
  })
  const isAnyUnderWay = uploads.data?.some(isInProgress) ?? false
  useEffect(() => {
    if (isAnyUnderWay) eventStream.want()
  }, [isAnyUnderWay])
  const anew = () => queryClient.invalidateQueries({ queryKey })
  return {
    uploads,
    upload: async ({ file, createMissing, profile }: UploadChoice, signal: AbortSignal): Promise<ShownUpload> => {
      if (file.size > fileBytesMax) throw toHttpError(413, { code: 'payload_too_large' })
      const query = new URLSearchParams({
        name: file.name,
        createMissing: String(createMissing),
        ...(profile === null ? {} : { profile: String(profile) }),
      })
      const { json } = await dataProvider.callApi<ShownUpload>(`${path}?${query.toString()}`, {
        method: 'POST',
        body: file,
        headers: new Headers({ 'Content-Type': file.type || 'application/octet-stream' }),
        signal,
      })
      await anew()
      return json
    },
    beginImport: async (id: number) => {
      await dataProvider.callApi(`${path}/${id}/import`, { method: 'POST', body: '{}' })
      await anew()
    },
    remove: async (id: number) => {
      await dataProvider.callApi(`${path}/${id}`, { method: 'DELETE' })
      await anew()
    },
    saveRefusals: async ({ id, fileName }: Pick<ShownUpload, 'id' | 'fileName'>) => {
      const { body } = await dataProvider.callApi<null>(`${path}/${id}/refusals`)
      saveFile({ blob: new Blob([body], { type: 'text/csv' }), name: `${fileName}.refused.csv` })
    },
  }
}
