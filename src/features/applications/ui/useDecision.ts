import { useDataProvider } from 'react-admin'
import type { DecidedAnswer } from '../answers/applications.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'

/** How a decision about an application is sent. */
export function useDecision({ id }: AnyRecord) {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  return async (step: 'approve' | 'ask' | 'refuse', input: object): Promise<DecidedAnswer> => {
    const path = `/api/application/${String(id)}/${step}`
    const { json } = await dataProvider.callApi<DecidedAnswer>(path, { method: 'POST', body: JSON.stringify(input) })
    return json
  }
}
