import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { LinkBase, useDataProvider, useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { PageHeading } from '#engine/records/ui/PageHeading.tsx'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { formatNumber } from '#engine/ui/fields/format.ts'
import { businessToday } from '#engine/ui/fields/today.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { QueryBoundary } from '#engine/ui/queryPage/Answered.tsx'
import { useAddress } from '#engine/ui/queryPage/useAddress.ts'
import { PeriodFilter } from '#features/reporting/ui/filters/ReportFilters.tsx'
import { periodProblem } from '#features/reporting/ui/reportQuery.ts'
import type { LinkMiss, MissesAnswer } from '../../answers/misses.ts'
import { readGeolocationQuery } from '../geolocation/geolocationQuery.ts'

/** Addresses that were followed and are no link, the most followed first, with the page they were followed on. */
export default function MissesPage() {
  const translate = useTranslate()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const address = useAddress()
  const { period } = readGeolocationQuery(address.get, businessToday())
  const path = `/api/action/misses?${new URLSearchParams(period)}`
  const misses = useQuery({
    queryKey: ['linkMisses', path],
    queryFn: ({ signal }) => dataProvider.read<MissesAnswer>(path, signal),
    enabled: periodProblem(period) === null,
    placeholderData: keepPreviousData,
    retry: false,
  })
  return (
    <Box sx={{ minWidth: 0 }}>
      <PageHeading title={translate('moneyPages.linkMisses.title')} detail={translate('moneyPages.linkMisses.lead')}>
        <Button component={LinkBase} to="/action" variant="outlined">
          {translate('resources.action.name', { smart_count: 2 })}
        </Button>
      </PageHeading>
      <Paper variant="outlined" sx={{ p: 2, mb: 2 }}>
        <PeriodFilter query={{ period }} onChange={(changed) => address.put(changed.period)} />
      </Paper>
      <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
        <QueryBoundary query={misses}>{({ misses: rows }) => <MissTable rows={rows} />}</QueryBoundary>
      </Paper>
    </Box>
  )
}

function MissTable({ rows }: { rows: readonly LinkMiss[] }) {
  const translate = useTranslate()
  const language = useLanguage()
  if (rows.length === 0)
    return (
      <Typography sx={{ p: 4, textAlign: 'center' }} color="textSecondary">
        {translate('moneyPages.linkMisses.empty')}
      </Typography>
    )
  return (
    <Table size="small" sx={{ '& td, & th': { overflowWrap: 'anywhere' } }}>
      <TableHead>
        <TableRow>
          <TableCell>{translate('moneyPages.linkMisses.address')}</TableCell>
          <TableCell>{translate('moneyPages.linkMisses.referrer')}</TableCell>
          <TableCell align="right">{translate('moneyPages.linkMisses.misses')}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map(({ host, token, referrer, misses }) => (
          <TableRow key={JSON.stringify([host, token, referrer])}>
            <TableCell>{token === '' ? translate('moneyPages.linkMisses.others') : `${host}/t/${token}`}</TableCell>
            <TableCell>{referrer ?? translate('moneyPages.linkMisses.unknown')}</TableCell>
            <TableCell align="right">{formatNumber(misses, { language })}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}
