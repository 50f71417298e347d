import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDataProvider } from 'react-admin'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'

/** One of one's own open sessions; moments are ISO 8601. */
export interface OwnSession {
  readonly id: string
  readonly createdAt: string
  readonly lastSeenAt: string
  readonly userAgent: string
  readonly address: string
  /** The program that holds the session; null for a browser. */
  readonly program: { readonly name: string; readonly scopes: readonly string[] } | null
  readonly isCurrent: boolean
}

/** Under which one's own sessions are kept by the pages. */
export const sessionsQueryKey = ['ownSessions']

/** One's own open sessions, and how to end some of them. */
export function useSessions() {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const queryClient = useQueryClient()
  const sessions = useQuery({
    queryKey: sessionsQueryKey,
    queryFn: ({ signal }) => dataProvider.read<OwnSession[]>('/api/session', signal),
    retry: false,
    staleTime: 0,
  })
  return {
    sessions,
    end: async (ids: readonly string[]) => {
      try {
        for (const id of ids) await dataProvider.delete('session', { id })
      } finally {
        await queryClient.invalidateQueries({ queryKey: sessionsQueryKey })
      }
    },
  }
}
