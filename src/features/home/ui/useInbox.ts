import { useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'react-admin'
import type { InboxAnswer, MoversAnswer } from '../answers/inbox.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { inboxKey } from '#engine/ui/inbox/inboxKey.ts'
import { useActor } from '#engine/records/ui/ResourcesContext.tsx'

/**
 * What waits for the user, read anew whenever the page is opened.
 * @param askAgainMs how long after an answer it is asked again; never without
 */
export function useInbox(askAgainMs: (answer: InboxAnswer | undefined) => number | false = () => false) {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  return useQuery({
    queryKey: inboxKey,
    queryFn: ({ signal }) => dataProvider.read<InboxAnswer>('/api/dashboard/inbox', signal),
    retry: false,
    staleTime: 0,
    refetchInterval: ({ state }) => askAgainMs(state.data),
  })
}

/** Who earns most and whose earnings fall; nothing is asked by whoever may not read entries. */
export function useMovers() {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const actor = useActor()
  return useQuery({
    queryKey: ['dashboard', 'movers'],
    queryFn: ({ signal }) => dataProvider.read<MoversAnswer>('/api/dashboard/movers', signal),
    enabled: actor.root || actor.roles.has('entryByAffiliate'),
    retry: false,
  })
}
