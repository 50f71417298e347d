import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDataProvider } from 'react-admin'
import type { ShownDownload, ShownDownloads, ShownSchedule } from '../../answers/downloads.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { saveFile } from '#engine/export/ui/saveFile.ts'

const filesKey = ['downloads']
const schedulesKey = ['reportSchedules']
/**
 * How often the page looks again, in milliseconds: while a file is waited for, and else, when a schedule may bring one.
 */
const followMs = { pending: 1_500, idle: 60_000 }

/** Whether a file is still to come. */
export const isPending = ({ state }: Pick<ShownDownload, 'state'>) => state === 'queued' || state === 'running'

/** One's own files, followed while one is waited for. */
export function useDownloads() {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  return useQuery({
    queryKey: filesKey,
    queryFn: ({ signal }) => dataProvider.read<ShownDownloads>('/api/me/downloads', signal),
    retry: false,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.files.some(isPending) ? followMs.pending : followMs.idle),
  })
}

/** What can be done with files. Each call is over when the list says what became of it. */
export function useDownloadCalls() {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const client = useQueryClient()
  const call = async (path: string, method: 'POST' | 'DELETE', body: AnyRecord = {}) => {
    await dataProvider.callApi(`/api/me/downloads${path}`, {
      method,
      ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
    })
    await client.invalidateQueries({ queryKey: filesKey })
  }
  return {
    order: (body: { report: string; query: string; format: 'xlsx' | 'csv'; language: string }) =>
      call('', 'POST', body),
    cancel: (id: number) => call(`/${id}/cancel`, 'POST'),
    retry: (id: number) => call(`/${id}/retry`, 'POST'),
    remove: (id: number) => call(`/${id}`, 'DELETE'),
    fetch: async ({ id, report, from, to, format }: ShownDownload, signal: AbortSignal) => {
      const { body, headers } = await dataProvider.download(`/api/me/downloads/${id}`, signal)
      const blob = await new Response(body, {
        headers: { 'content-type': headers.get('content-type') ?? 'application/octet-stream' },
      }).blob()
      saveFile({ blob, name: `${report}-${from}-${to}.${format}` })
    },
  }
}

/** One's own schedules. */
export function useSchedules() {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  return useQuery({
    queryKey: schedulesKey,
    queryFn: ({ signal }) => dataProvider.read<readonly ShownSchedule[]>('/api/me/schedules', signal),
    retry: false,
    staleTime: 0,
  })
}

/** What can be done with schedules. */
export function useScheduleCalls() {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const client = useQueryClient()
  const call = async (
    path: string,
    method: 'POST' | 'PUT' | 'DELETE',
    body: AnyRecord = {},
  ): Promise<ShownSchedule> => {
    const { json } = await dataProvider.callApi<ShownSchedule>(`/api/me/schedules${path}`, {
      method,
      ...(method === 'DELETE' ? {} : { body: JSON.stringify(body) }),
    })
    await client.invalidateQueries({ queryKey: schedulesKey })
    return json
  }
  return {
    add: (body: AnyRecord) => call('', 'POST', body),
    change: (id: number, body: AnyRecord) => call(`/${id}`, 'PUT', body),
    pause: (id: number) => call(`/${id}/pause`, 'POST'),
    resume: (id: number) => call(`/${id}/resume`, 'POST'),
    remove: (id: number) => call(`/${id}`, 'DELETE'),
  }
}
