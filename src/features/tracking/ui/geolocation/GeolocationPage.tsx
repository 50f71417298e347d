import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { LinkBase, useDataProvider, useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { formatDay, formatNumber } from '#engine/ui/fields/format.ts'
import { businessToday } from '#engine/ui/fields/today.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { PageHeading } from '#engine/records/ui/PageHeading.tsx'
import { QueryBoundary } from '#engine/ui/queryPage/Answered.tsx'
import { CurrencyChoice, useCurrency } from '#features/reporting/ui/CurrencyChoice.tsx'
import { useAddress } from '#engine/ui/queryPage/useAddress.ts'
import { periodProblem } from '#features/reporting/ui/reportQuery.ts'
import { chosenPlace, geolocationPath, readGeolocationQuery } from './geolocationQuery.ts'
import { ConversionFiles } from './ConversionFiles.tsx'
import { PlaceFilters } from './PlaceFilters.tsx'
import { answerIn } from '#engine/declaration/derive/report/reportRows.ts'
import type { PlacesAnswer } from '../../answers/geolocation.ts'
import { PlaceTable } from './PlaceTable.tsx'

/** The action page: where the visitors of tracking links came from, and what they did, as ranked bars. */
export default function GeolocationPage() {
  const translate = useTranslate()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const address = useAddress()
  const query = readGeolocationQuery(address.get, businessToday())
  const path = geolocationPath(query)
  const places = useQuery({
    queryKey: ['geolocation', path],
    queryFn: ({ signal }) => dataProvider.read<PlacesAnswer>(path, signal),
    enabled: periodProblem(query.period) === null,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 30_000,
  })
  const { currencies, currency, choose, now } = useCurrency(places.data, undefined)
  return (
    <Box sx={{ minWidth: 0 }}>
      <PageHeading title={translate('moneyPages.geolocation.title')} detail={translate('moneyPages.geolocation.lead')}>
        {periodProblem(query.period) === null && <ConversionFiles period={query.period} actions={query.actions} />}
        <Button component={LinkBase} to="/action" variant="outlined">
          {translate('resources.action.name', { smart_count: 2 })}
        </Button>
      </PageHeading>
      <PlaceFilters query={query} answer={places.data} onChange={address.put} />
      <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
        <QueryBoundary query={places}>
          {(answer) => (
            <>
              <CurrencyChoice currencies={currencies} currency={currency} onChoose={choose} />
              <PlaceTable
                answer={now ?? answerIn(answer)}
                by={query.by}
                country={query.places.country}
                measure={query.measure}
                onMeasure={(measure) => address.put({ measure })}
                onBy={(by) => address.put({ by })}
                onChoose={(place) => address.put(chosenPlace(query.by, place))}
              />
              <Typography
                variant="body2"
                color="textSecondary"
                sx={{ px: 2, py: 1, borderTop: 1, borderColor: 'divider' }}
              >
                {`${formatDay(answer.from)} – ${formatDay(answer.to)}`} ·{' '}
                {translate('resourcePages.report.zone', { zone: answer.zone })}
                <VisitsApart visits={answer.visits} />
              </Typography>
            </>
          )}
        </QueryBoundary>
      </Paper>
    </Box>
  )
}

/** How many visitors came, and what is kept apart from clicks, by which list. */
function VisitsApart({ visits: { unique, apart } }: { visits: PlacesAnswer['visits'] }) {
  const translate = useTranslate()
  const language = useLanguage()
  const counted = (visits: number) => formatNumber(visits, { language })
  return (
    <Box component="span" sx={{ display: 'block', overflowWrap: 'anywhere' }}>
      {translate('moneyPages.geolocation.unique', { visits: counted(unique) })}
      {apart.map(({ kind, by, visits }) => (
        <span key={`${kind} ${by}`}>
          {' '}
          · {translate(`moneyPages.geolocation.apart.${kind}`, { visits: counted(visits), by })}
        </span>
      ))}
    </Box>
  )
}
