import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDataProvider } from 'react-admin'
import type { AccessKeyAnswer, KeyScope, MadeAccessKey, OfferedScope } from '../../answers/accessKeys.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'

/** Whose keys: a resource and the record's id. */
export interface KeyOwner {
  readonly resource: string
  readonly id: number
}

/** What a new key is to be; without a label it takes the place of another. */
export interface WantedKey {
  readonly label?: string
  readonly scope: KeyScope
  readonly expiresAt: string | null
}

/** The access keys of an affiliate or partner, and how to make, rotate and end one. */
export function useAccessKeys({ resource, id }: KeyOwner, { isReadOnly = false } = {}) {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const queryClient = useQueryClient()
  const path = `/api/${resource}/${id}/access_key`
  const queryKey = ['accessKey', resource, id]
  const call = async <Answer>(to: string, method: string, body?: object): Promise<Answer> => {
    const { json } = await dataProvider.callApi<Answer>(to, { method, ...(body ? { body: JSON.stringify(body) } : {}) })
    await queryClient.invalidateQueries({ queryKey })
    return json
  }
  return {
    keys: useQuery({
      queryKey,
      queryFn: ({ signal }) => dataProvider.read<AccessKeyAnswer[]>(path, signal),
      retry: false,
      staleTime: 0,
    }),
    scopes: useQuery({
      queryKey: ['accessKeyScope', resource, id],
      queryFn: ({ signal }) => dataProvider.read<OfferedScope[]>(`${path}/scope`, signal),
      retry: false,
      enabled: !isReadOnly,
    }).data,
    make: (wanted: WantedKey) => call<MadeAccessKey>(path, 'POST', wanted),
    rotate: (key: AccessKeyAnswer, wanted: WantedKey) =>
      call<MadeAccessKey>(`${path}/${key.id}/rotate`, 'POST', wanted),
    end: (key: AccessKeyAnswer) => call<AccessKeyAnswer>(`${path}/${key.id}`, 'DELETE'),
  }
}
