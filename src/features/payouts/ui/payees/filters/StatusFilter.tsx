import { useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { type PayeeStatus, payeeStatuses } from '#rules/payouts/payoutStatus.ts'
import { formatMoney, formatNumber } from '#engine/ui/fields/format.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import type { PayeesResponse } from '../../../answers/payees.ts'
import { statusColor } from '../statusColor.ts'

/** Until the counts have come. */
const placesKept = [0, 1, 2, 3] as const

/** How many owners stand where, and how much is due to them; choosing some shows those alone. */
export function StatusFilter({
  counts,
  chosen,
  onChange,
}: {
  counts: PayeesResponse['counts'] | undefined
  chosen: readonly PayeeStatus[]
  onChange: (statuses: PayeeStatus[]) => void
}) {
  const translate = useTranslate()
  const language = useLanguage()
  const shown = payeeStatuses.filter((status) => counts?.[status] || chosen.includes(status))
  return (
    <Box
      role="group"
      aria-label={translate('moneyPages.payments.status')}
      sx={{
        display: 'grid',
        gap: 1,
        gridTemplateColumns: 'repeat(auto-fill, minmax(150px, 1fr))',
        mb: shown.length > 0 || !counts ? 2 : 0,
      }}
    >
      {!counts &&
        shown.length === 0 &&
        placesKept.map((place) => <Skeleton key={place} variant="rounded" height={60} />)}
      {shown.map((status) => {
        const isChosen = chosen.includes(status)
        const { count = 0, totals = [] } = counts?.[status] ?? {}
        return (
          <ButtonBase
            key={status}
            aria-pressed={isChosen}
            onClick={() => onChange(isChosen ? chosen.filter((each) => each !== status) : [...chosen, status])}
            sx={{
              display: 'block',
              textAlign: 'start',
              px: 1.5,
              py: 1,
              border: 1,
              borderColor: isChosen ? 'primary.main' : 'divider',
              borderRadius: 1,
              bgcolor: isChosen ? 'action.selected' : 'background.paper',
              '&:hover': { bgcolor: 'action.hover' },
              '&:focus-visible': { outline: 2, outlineColor: 'primary.main' },
            }}
          >
            <Typography variant="body2" component="span" sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
              <Box
                component="span"
                aria-hidden
                sx={{
                  width: 8,
                  height: 8,
                  borderRadius: '50%',
                  bgcolor: statusColor[status] === 'default' ? 'text.disabled' : `${statusColor[status]}.main`,
                  flexShrink: 0,
                }}
              />
              {translate(`moneyPages.payments.statuses.${status}`)}
            </Typography>
            <Typography component="span" sx={{ display: 'block', fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
              {totals.length === 0
                ? formatMoney(0, { language })
                : totals.map(({ currency, value }) => formatMoney(value, { language, currency })).join(' · ')}{' '}
              <Typography component="span" variant="body2" color="textSecondary">
                ({formatNumber(count, { language })})
              </Typography>
            </Typography>
          </ButtonBase>
        )
      })}
    </Box>
  )
}
