import { lazy, Suspense, useState } from 'react'
import { LinkBase, useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { PageHeading } from '#engine/records/ui/PageHeading.tsx'
import { useActor } from '#engine/records/ui/ResourcesContext.tsx'
import { QueryBoundary } from '#engine/ui/queryPage/Answered.tsx'
import { pages } from '#resources/pages.ts'
import { Pager } from '#engine/ui/queryPage/Pager.tsx'
import { useAddress } from '#engine/ui/queryPage/useAddress.ts'
import type { PayeesResponse } from '../answers/payees.ts'
import { OwnersFilters } from './payees/filters/PayeesFilters.tsx'
import { type OwnersQuery, readOwnersQuery } from './payees/filters/payeesQuery.ts'
import { OwnersTable } from './payees/PayeesTable.tsx'
import { StatusFilter } from './payees/filters/StatusFilter.tsx'
import { RunBar } from './payRun/RunBar.tsx'
import { RunSummary } from './payRun/RunSummary.tsx'
import type { PayRunSelection } from './payRun/useChosen.ts'
import WaitingRuns from './payRun/WaitingRuns.tsx'
import { useRun } from './payRun/useRun.ts'
import { useOwners } from './payees/usePayees.ts'

// What comes with the answer pushes nothing that is shown already.
const roomForSummary = { display: 'block', minHeight: { xs: '3lh', sm: '1lh' } } as const

const PaymentFilesDialog = lazy(() => import('./PaymentFilesDialog.tsx'))
const RunDialog = lazy(() => import('./payRun/RunDialog.tsx'))

/** Payment by affiliate: to whom something is due, why it is not paid, and paying one, some or all of them. */
export default function PaymentsPage() {
  const translate = useTranslate()
  const address = useAddress()
  const query = readOwnersQuery(address.get)
  const owners = useOwners(query)
  const run = useRun(owners.data?.rows, address)
  const { root, roles } = useActor()
  const mayWriteFiles = root || roles.has('financial')
  const [isFilesOpen, setIsFilesOpen] = useState(false)
  const counts = owners.data?.counts
  const ready = counts?.payable?.count ?? 0
  return (
    <Box sx={{ minWidth: 0 }}>
      <PageHeading
        title={translate('moneyPages.payments.title')}
        detail={
          <Box component="span" sx={roomForSummary}>
            {counts ? <RunSummary counts={counts} /> : translate('moneyPages.payments.lead')}
          </Box>
        }
      >
        <Button variant="contained" disabled={ready === 0} onClick={run.openReady}>
          {translate('work.payRun.payReady', { smart_count: ready })}
        </Button>
        <Button component={LinkBase} to="/payment" variant="outlined">
          {translate('moneyPages.payments.all')}
        </Button>
        {mayWriteFiles && (
          <Button variant="outlined" onClick={() => setIsFilesOpen(true)}>
            {translate('moneyPages.paymentFiles.button')}
          </Button>
        )}
        <Button component={LinkBase} to={pages.reconciliation.path} variant="outlined">
          {translate('moneyPages.reconciliation.title')}
        </Button>
      </PageHeading>
      {(counts?.awaiting_approval?.count ?? 0) > 1 && <WaitingRuns />}
      <StatusFilter
        counts={counts}
        chosen={query.statuses}
        onChange={(statuses) => address.put({ status: statuses })}
      />
      <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
        <OwnersFilters query={query} onChange={address.put} />
        <QueryBoundary query={owners}>
          {(answer) => <Owners answer={answer} query={query} chosen={run.chosen} onChange={address.put} />}
        </QueryBoundary>
      </Paper>
      <RunBar chosen={run.chosen} onPay={run.open} />
      {isFilesOpen && (
        <Suspense fallback={null}>
          <PaymentFilesDialog onClose={() => setIsFilesOpen(false)} />
        </Suspense>
      )}
      {run.isOpen && (
        <Suspense fallback={null}>
          <RunDialog chosen={run.chosen} onClose={run.close} />
        </Suspense>
      )}
    </Box>
  )
}

function Owners({
  answer,
  query,
  chosen,
  onChange,
}: {
  answer: PayeesResponse
  query: OwnersQuery
  chosen: PayRunSelection
  onChange: (changed: Readonly<Record<string, string>>) => void
}) {
  if (answer.total === 0) return <NoOwners query={query} onChange={onChange} />
  return (
    <>
      <OwnersTable owners={answer.rows} chosen={chosen} sort={query.sort} onSort={(sort) => onChange({ sort })} />
      <Pager total={answer.total} page={query.page} size={query.size} onChange={onChange} />
    </>
  )
}

function NoOwners({
  query,
  onChange,
}: {
  query: OwnersQuery
  onChange: (changed: Readonly<Record<string, string>>) => void
}) {
  const translate = useTranslate()
  const isNarrowed =
    query.isRequested === true ||
    query.q !== '' ||
    query.kind !== '' ||
    query.brand !== null ||
    query.statuses.length > 0
  return (
    <Box sx={{ p: 4, textAlign: 'center' }}>
      <Typography gutterBottom color="textSecondary">
        {translate(isNarrowed ? 'resourcePages.list.nothingFound' : 'moneyPages.payments.empty')}
      </Typography>
      {isNarrowed && (
        <Button onClick={() => onChange({ q: '', kind: '', brand: '', status: '', requested: '' })}>
          {translate('resourcePages.filters.clear')}
        </Button>
      )}
    </Box>
  )
}
