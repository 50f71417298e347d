import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDataProvider } from 'react-admin'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import type { OwnSession } from './useSessions.ts'

interface UserSession extends Omit<OwnSession, 'lastSeenAt'> {
  readonly lastUsedAt: string
  readonly secondStep: boolean
}

/** The open sessions of somebody who signs in, and how to end one of them or, without naming one, all. */
export function useUserSessions({ resource, id }: { resource: string; id: number }) {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const queryClient = useQueryClient()
  const queryKey = ['userSessions', resource, id]
  const sessions = useQuery({
    queryKey,
    queryFn: ({ signal }) => dataProvider.read<UserSession[]>(`/api/${resource}/${id}/session`, signal),
    retry: false,
    staleTime: 0,
  })
  return {
    sessions,
    end: async (sessionId: string | null) => {
      try {
        await (sessionId === null
          ? dataProvider.delete(`${resource}/${id}`, { id: 'session' })
          : dataProvider.delete(`${resource}/${id}/session`, { id: sessionId }))
      } finally {
        await queryClient.invalidateQueries({ queryKey })
      }
    },
  }
}
