import { useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'
import type { BusinessDay } from '../../../config/answers/businessDay.ts'
import type { BackOfficeDataProvider } from '../../dataProvider.ts'

const utcDay = (): BusinessDay => ({ today: new Date().toISOString().slice(0, 10), zone: 'UTC' })

/** Which day it is for the business; null while that is asked. Where nothing answers it is the UTC day: the server checks again. */
export function useBusinessDay(): BusinessDay | null {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const { data, isError } = useQuery({ queryKey: ['businessDay'], queryFn: ({ signal }) => dataProvider.read<BusinessDay>('/api/business_day', signal), staleTime: 60_000, retry: false })
  return data ?? (isError ? utcDay() : null)
}
