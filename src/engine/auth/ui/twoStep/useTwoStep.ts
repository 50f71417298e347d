import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDataProvider } from 'react-admin'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import type { TwoStepState } from '../../answers/twoStep.ts'

/** Whose two-step verification. */
export interface TwoStepOwner {
  readonly resource: string
  readonly id: number
}

/**
 * The two-step state of a user or partner, and what can be done about it. Only that user and root may ask: others would
 * be refused.
 */
export function useTwoStep({ resource, id }: TwoStepOwner) {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const queryClient = useQueryClient()
  const queryKey = ['twoStep', resource, id]
  const state = useQuery({
    queryKey,
    queryFn: ({ signal }) => dataProvider.read<TwoStepState>(`/api/${resource}/${id}/mfa`, signal),
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })
  const readAgain = () => queryClient.invalidateQueries({ queryKey })
  return {
    state,
    /**
     * The address for the authenticator where the sign-in was too long ago to show it: the server asks for the
     * password, and the pages' dialog with it.
     */
    setUp: async () => {
      const { json } = await dataProvider.callApi<TwoStepState>(`/api/${resource}/${id}/mfa/set_up`, {
        method: 'POST',
        body: '{}',
      })
      return json.otpauthUrl
    },
    /** @throws HttpError `invalid_totp` where the code is wrong or was used already. */
    confirm: async (totp: string) => {
      await dataProvider.runAction({ resource, path: 'mfa/confirm', id, input: { totp } })
      await readAgain()
    },
    unlock: async () => {
      await dataProvider.runAction({ resource, path: 'mfa/unlock', id, input: {} })
      await readAgain()
    },
  }
}
