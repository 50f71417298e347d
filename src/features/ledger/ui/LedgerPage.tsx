import { useQuery } from '@tanstack/react-query'
import { useDataProvider, useLocale, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import type { TrialBalance } from '../answers/ledger.ts'
import { isDay, startOfMonth } from '#engine/values/calendar.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { FileButton } from '#engine/export/ui/FileButton.tsx'
import { DayField } from '#engine/ui/fields/inputs/DayField.tsx'
import { OnePicker } from '#engine/ui/fields/inputs/references/ReferencePicker.tsx'
import { businessToday } from '#engine/ui/fields/today.ts'
import { PageHeading } from '#engine/records/ui/PageHeading.tsx'
import { useActor } from '#engine/records/ui/ResourcesContext.tsx'
import { QueryBoundary } from '#engine/ui/queryPage/Answered.tsx'
import { type Address, useAddress } from '#engine/ui/queryPage/useAddress.ts'
import { TrialTable } from './TrialTable.tsx'

/** The days, and of root the company, as they stand in the address; this month where it says none. */
function askedIn({ get }: Address) {
  const [from, to] = [get('from'), get('to')]
  const company = Number(get('company'))
  return {
    from: isDay(from) ? from : startOfMonth(businessToday()),
    to: isDay(to) ? to : businessToday(),
    company: Number.isSafeInteger(company) && company > 0 ? company : null,
  }
}

/** The trial balance of a company on some days, a table a currency, and the file for the accountant's program. */
export default function LedgerPage() {
  const translate = useTranslate()
  const language = useLocale()
  const address = useAddress()
  const { root } = useActor()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const { from, to, company } = askedIn(address)
  const query = new URLSearchParams({ from, to, ...(company === null ? {} : { company: String(company) }) })
  const path = `/api/ledger?${query}`
  const balance = useQuery({
    queryKey: ['ledger', path],
    queryFn: ({ signal }) => dataProvider.read<TrialBalance>(path, signal),
    retry: false,
    staleTime: 0,
  })
  return (
    <Box sx={{ minWidth: 0 }}>
      <PageHeading title={translate('moneyPages.ledger.title')} detail={translate('ledger.lead')}>
        <FileButton
          variant="outlined"
          path={`/api/ledger/export?${query}&language=${language}`}
          name={`ledger-${from}-${to}.csv`}
          label={translate('ledger.export')}
        />
      </PageHeading>
      <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
        <Stack direction={{ xs: 'column', sm: 'row' }} spacing={1} sx={{ p: 2 }}>
          {(['from', 'to'] as const).map((name) => (
            <DayField
              key={name}
              size="small"
              label={translate(`resourcePages.report.${name}`)}
              value={{ from, to }[name]}
              onChange={(day) => isDay(day) && address.put({ [name]: day })}
            />
          ))}
          {root && (
            <Box sx={{ minWidth: 220 }}>
              <OnePicker
                target="company"
                label={translate('resources.company.name', { smart_count: 1 })}
                value={company}
                onChange={(id) => address.put({ company: id === null ? '' : String(id) })}
              />
            </Box>
          )}
        </Stack>
        <QueryBoundary query={balance}>
          {({ company: of, totals }) =>
            totals.length === 0 ? (
              <Alert severity="info" sx={{ m: 2 }}>
                {translate('ledger.nothing', { company: of.name })}
              </Alert>
            ) : (
              <>
                {totals.map((total) => (
                  <TrialTable key={total.currency} total={total} company={of.name} />
                ))}
              </>
            )
          }
        </QueryBoundary>
      </Paper>
    </Box>
  )
}
