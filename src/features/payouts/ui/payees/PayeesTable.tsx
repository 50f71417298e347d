import { useState } from 'react'
import { useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TableSortLabel from '@mui/material/TableSortLabel'
import type { OwnerSort } from '#rules/payouts/payoutStatus.ts'
import type { PayeeRow } from '../../answers/payees.ts'
import { PartialNotice } from '#engine/records/ui/PartialNotice.tsx'
import { fromMedium, fromSmall } from './payeeColumns.ts'
import { OwnerRows } from './PayeeRows.tsx'
import { ownerKey, payRunPlanFor } from '../payRun/payees.ts'
import type { PayRunSelection } from '../payRun/useChosen.ts'

interface OwnersTableProps {
  readonly owners: readonly PayeeRow[]
  readonly chosen: PayRunSelection
  /** A column, with a minus before it where the largest comes first. */
  readonly sort: string
  readonly onSort: (sort: string) => void
}

/** The owners, each with what is due, where it stands and what can be done; its payments open below it. */
export function OwnersTable({ owners, chosen, sort, onSort }: OwnersTableProps) {
  const translate = useTranslate()
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const toggle = (key: string) =>
    setOpened((last) => {
      const next = new Set(last)
      if (!next.delete(key)) next.add(key)
      return next
    })
  return (
    <>
      {owners.some(({ isPartial }) => isPartial) && <PartialNotice />}
      <Box sx={{ overflowX: 'auto' }}>
        <Table
          size="small"
          sx={{
            '& th, & td': { px: { xs: 1, sm: 2 } },
            '& td': { verticalAlign: 'top', py: 1.25 },
            '& thead th': { fontWeight: 600, whiteSpace: 'nowrap' },
          }}
        >
          <TableHead>
            <TableRow>
              <ChooseAll owners={owners} chosen={chosen} />
              <SortHead by="name" sort={sort} onSort={onSort} label={translate('moneyPages.payments.owner')} />
              <SortHead
                by="dueValue"
                isNumber
                sort={sort}
                onSort={onSort}
                label={translate('moneyPages.payments.pending')}
              />
              <TableCell align="right" sx={fromMedium}>
                {translate('moneyPages.payments.minimum')}
              </TableCell>
              <SortHead
                by="status"
                sort={sort}
                onSort={onSort}
                label={translate('moneyPages.payments.status')}
                isFromSmall
              />
              <TableCell align="right" sx={fromSmall}>
                {translate('moneyPages.payments.actions')}
              </TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {owners.map((owner) => {
              const key = ownerKey(owner)
              const isOpen = opened.has(key)
              return <OwnerRows key={key} owner={owner} chosen={chosen} isOpen={isOpen} onToggle={() => toggle(key)} />
            })}
          </TableBody>
        </Table>
      </Box>
    </>
  )
}

/** Chooses everybody of the page whom a run can do something for. */
function ChooseAll({ owners, chosen }: Pick<OwnersTableProps, 'owners' | 'chosen'>) {
  const translate = useTranslate()
  const payable = owners.filter((owner) => payRunPlanFor(owner) !== null)
  const count = payable.filter((owner) => chosen.has(owner)).length
  return (
    <TableCell sx={{ width: '1%', pr: '0 !important' }}>
      <Checkbox
        size="small"
        disabled={payable.length === 0}
        checked={count > 0 && count === payable.length}
        indeterminate={count > 0 && count < payable.length}
        onChange={(_, isChosen) => chosen.put(payable, isChosen)}
        slotProps={{ input: { 'aria-label': translate('work.payRun.chooseAll') } }}
        sx={{ p: 0.5, my: -0.5 }}
      />
    </TableCell>
  )
}

function SortHead({
  by,
  label,
  sort,
  onSort,
  isNumber = false,
  isFromSmall = false,
}: {
  by: OwnerSort
  label: string
  sort: string
  onSort: (sort: string) => void
  isNumber?: boolean
  isFromSmall?: boolean
}) {
  const isSorted = sort.replace(/^-/, '') === by
  const isDescending = sort.startsWith('-')
  // Amounts begin with the largest, names and statuses from the beginning.
  const next = !isSorted ? `${isNumber ? '-' : ''}${by}` : `${isDescending ? '' : '-'}${by}`
  return (
    <TableCell
      align={isNumber ? 'right' : 'left'}
      sortDirection={isSorted ? (isDescending ? 'desc' : 'asc') : false}
      sx={isFromSmall ? fromSmall : undefined}
    >
      <TableSortLabel
        active={isSorted}
        direction={isSorted && isDescending ? 'desc' : 'asc'}
        onClick={() => onSort(next)}
      >
        {label}
      </TableSortLabel>
    </TableCell>
  )
}
