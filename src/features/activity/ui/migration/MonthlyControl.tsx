import { useQuery } from '@tanstack/react-query'
import { useDataProvider, useTranslate } from 'react-admin'
import Typography from '@mui/material/Typography'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { QueryBoundary } from '#engine/ui/queryPage/Answered.tsx'
import type { UploadReport } from '../../answers/uploads.ts'
import { feedKey } from '../feeds/feedKey.ts'
import { ControlTotals } from '../feeds/ControlTotals.tsx'

/** What imported totals state for each month, what is booked now, and the difference. */
export function MonthlyControl({ brand }: { brand: number }) {
  const translate = useTranslate()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const query = useQuery({
    queryKey: [...feedKey(brand), 'control'],
    queryFn: ({ signal }) =>
      dataProvider.read<NonNullable<UploadReport['control']>>(`/api/brand/${brand}/feed/control`, signal),
    retry: false,
    staleTime: 0,
  })
  return (
    <QueryBoundary query={query} height={80}>
      {(rows) =>
        rows.length === 0 ? (
          <Typography variant="body2">{translate('late.migration.noControl')}</Typography>
        ) : (
          <ControlTotals rows={rows} />
        )
      }
    </QueryBoundary>
  )
}
