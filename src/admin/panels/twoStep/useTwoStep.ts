import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'
import type { BackOfficeDataProvider } from '../../dataProvider.ts'

/** How far a user is with two-step verification; the address for the authenticator is there while it is not confirmed. */
export interface TwoStepState {
  readonly isConfirmed: boolean
  readonly isLocked: boolean
  readonly otpauthUrl?: string
}

/** The two-step state of a user, and what can be done about it. Only that user and root may ask: others would be refused. */
export function useTwoStep(userId: number) {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const queryClient = useQueryClient()
  const queryKey = ['twoStep', userId]
  const state = useQuery({ queryKey, queryFn: ({ signal }) => dataProvider.read<TwoStepState>(`/api/user/${userId}/mfa`, signal), retry: false, staleTime: 0, gcTime: 0 })
  const readAgain = () => queryClient.invalidateQueries({ queryKey })
  return {
    state,
    /** @throws HttpError `invalid_totp` where the code is wrong or was used already. */
    confirm: async (totp: string) => {
      await dataProvider.runAction({ resource: 'user', path: 'mfa/confirm', id: userId, input: { totp } })
      await readAgain()
    },
    unlock: async () => {
      await dataProvider.runAction({ resource: 'user', path: 'mfa/unlock', id: userId, input: {} })
      await readAgain()
    },
  }
}
