import { Suspense } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'react-admin'
import Box, { type BoxProps } from '@mui/material/Box'
import type { BrandFreshness } from '../../answers/freshness.ts'
import type { Day } from '#engine/values/calendar.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { lazyWithTexts } from '#engine/ui/shell/i18nProvider.ts'
import type { FreshnessLineProps } from './FreshnessLine.tsx'

const FreshnessLine = lazyWithTexts<FreshnessLineProps>(() => import('./FreshnessLine.tsx'))

type Place = Pick<BoxProps, 'sx'>

/** How far the brands behind an answer have told; nothing where none has told anything. */
export function FreshnessOf({ sx, ...line }: FreshnessLineProps & Place) {
  if (line.freshness.length === 0) return null
  return (
    <Box sx={sx}>
      <Suspense fallback={<Box sx={{ height: 21 }} />}>
        <FreshnessLine {...line} />
      </Suspense>
    </Box>
  )
}

/**
 * The same for a page whose answer does not say it: of all brands that its user sees, or of those of one brand or
 * affiliate. What cannot be asked for is left out: the figures are whole without it.
 */
export function Freshness({
  of,
  to,
  sx,
}: { of?: { readonly [name in 'brand' | 'affiliate']?: number }; to?: Day } & Place) {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const search = new URLSearchParams(Object.entries(of ?? {}).map(([name, id]) => [name, String(id)])).toString()
  const path = `/api/brand/freshness${search === '' ? '' : `?${search}`}`
  const { data = [] } = useQuery({
    queryKey: ['freshness', path],
    queryFn: ({ signal }) => dataProvider.read<BrandFreshness[]>(path, signal),
    staleTime: 60_000,
    retry: false,
  })
  return <FreshnessOf freshness={data} to={to} sx={sx} />
}
