import { lazy, Suspense } from 'react'
import { useTranslate } from 'react-admin'
import ExpandMoreIcon from '@mui/icons-material/ExpandMore'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import Chip from '@mui/material/Chip'
import IconButton from '@mui/material/IconButton'
import Skeleton from '@mui/material/Skeleton'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { formatMoney } from '#engine/ui/fields/format.ts'
import { RecordLink } from '#engine/ui/fields/RecordLink.tsx'
import { useMomentText } from '#engine/ui/fields/useMomentText.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { OwnerActions } from './PayeeActions.tsx'
import type { PayeeRow } from '../../answers/payees.ts'
import { payRunPlanFor } from '../payRun/payees.ts'
import type { PayRunSelection } from '../payRun/useChosen.ts'
import { fromMedium, fromSmall, ownerColumns } from './payeeColumns.ts'
import { statusColor } from './statusColor.ts'
import { useStatusText } from './useStatusText.ts'

const OwnersPayments = lazy(() => import('./PayeesPayments.tsx'))

/** One owner, and below it, once opened, its payments. */
export function OwnerRows({
  owner,
  chosen,
  isOpen,
  onToggle,
}: {
  owner: PayeeRow
  chosen: PayRunSelection
  isOpen: boolean
  onToggle: () => void
}) {
  const translate = useTranslate()
  const money = { language: useLanguage(), currency: owner.currency }
  const isNegative = owner.pendingValue < 0
  const underWay = owner.dueValue - owner.pendingValue
  return (
    <>
      <TableRow hover sx={isOpen ? { '& > *': { borderBottom: 0 } } : undefined}>
        <TableCell sx={{ width: '1%', pr: '0 !important' }}>
          {payRunPlanFor(owner) !== null && (
            <Checkbox
              size="small"
              checked={chosen.has(owner)}
              onChange={(_, isChosen) => chosen.put([owner], isChosen)}
              slotProps={{ input: { 'aria-label': translate('work.payRun.choose', { name: owner.name }) } }}
              sx={{ p: 0.5, my: -0.5 }}
            />
          )}
        </TableCell>
        <TableCell component="th" scope="row" sx={{ verticalAlign: 'top' }}>
          <Box sx={{ display: 'flex', gap: 0.5, alignItems: 'flex-start' }}>
            <IconButton
              size="small"
              aria-expanded={isOpen}
              aria-label={translate(isOpen ? 'moneyPages.payments.closeHistory' : 'moneyPages.payments.openHistory', {
                name: owner.name,
              })}
              onClick={onToggle}
              sx={{ mt: -0.5, ml: -0.75 }}
            >
              <ExpandMoreIcon
                fontSize="small"
                sx={{ transform: isOpen ? 'none' : 'rotate(-90deg)', transition: 'transform 120ms' }}
              />
            </IconButton>
            <Box sx={{ minWidth: 0, overflowWrap: { xs: 'anywhere', sm: 'break-word' } }}>
              <RecordLink resource={owner.kind} id={owner.id} isTitle>
                {owner.name}
              </RecordLink>
              <Typography variant="caption" color="textSecondary" component="div">
                {translate(`resources.${owner.kind}.name`, { smart_count: 1 })}
              </Typography>
              <Box sx={{ display: { sm: 'none' }, mt: 0.5 }}>
                <Status owner={owner} />
              </Box>
            </Box>
          </Box>
        </TableCell>
        <TableCell align="right">
          <Typography
            variant="body2"
            color={isNegative ? 'error' : undefined}
            sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}
          >
            {formatMoney(owner.dueValue, money)}
          </Typography>
          {owner.pendingCount > 0 && (
            <Typography variant="caption" component="div" color="textSecondary">
              {translate('moneyPages.payments.entries', { smart_count: owner.pendingCount })}
            </Typography>
          )}
          {underWay > 0 && (
            <Typography variant="caption" component="div" color="textSecondary">
              {translate('moneyPages.payments.underWay', { value: formatMoney(underWay, money) })}
            </Typography>
          )}
          <Box sx={{ display: { sm: 'none' }, mt: 1 }}>
            <OwnerActions owner={owner} />
          </Box>
        </TableCell>
        <TableCell align="right" sx={fromMedium}>
          {formatMoney(owner.minimumPayout, money)}
        </TableCell>
        <TableCell sx={fromSmall}>
          <Status owner={owner} />
        </TableCell>
        <TableCell align="right" sx={fromSmall}>
          <OwnerActions owner={owner} />
        </TableCell>
      </TableRow>
      {isOpen && (
        <TableRow>
          <TableCell colSpan={ownerColumns}>
            <Suspense fallback={<Skeleton height={96} />}>
              <OwnersPayments key={`${owner.payment?.state} ${owner.payment?.at}`} owner={owner} />
            </Suspense>
          </TableCell>
        </TableRow>
      )}
    </>
  )
}

function Status({ owner }: { owner: PayeeRow }) {
  const translate = useTranslate()
  const text = useStatusText()
  const moment = useMomentText()
  const language = useLanguage()
  return (
    <>
      <Chip
        size="small"
        variant="outlined"
        color={statusColor[owner.status]}
        label={translate(`moneyPages.payments.statuses.${owner.status}`)}
      />
      <Typography
        variant="caption"
        component="div"
        color="textSecondary"
        sx={{ mt: 0.25, maxWidth: 380, overflowWrap: { xs: 'anywhere', sm: 'break-word' } }}
      >
        {text(owner)}
      </Typography>
      {owner.request && (
        <Typography variant="caption" component="div" sx={{ mt: 0.25, maxWidth: 380 }}>
          {translate('moneyPages.requests.asked', {
            at: moment(owner.request.at),
            value: formatMoney(owner.request.value, { language, currency: owner.currency }),
          })}
        </Typography>
      )}
    </>
  )
}
