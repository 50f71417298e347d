import { LinkBase, useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import MuiLink from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import type { PayeeRow } from '../answers/payees.ts'
import type { RecordHead } from '#engine/records/answers/recordHead.ts'
import { formatDay, formatMoney } from '#engine/ui/fields/format.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { OwnerActions } from './payees/PayeeActions.tsx'
import { statusColor } from './payees/statusColor.ts'
import { useStatusText } from './payees/useStatusText.ts'
import { useRuleProblemText } from '#engine/records/ui/useRecordTitle.ts'

/**
 * Whether somebody can be paid, why not, and what to do next: to pay, to approve, to fill in what is missing; in each
 * currency in which something is due. And where the close stopped, the day and why.
 */
export function PayoutFigure({
  payout,
  stopped,
}: {
  payout: readonly PayeeRow[] | undefined
  stopped: NonNullable<RecordHead['stopped']> | null
}) {
  const translate = useTranslate()
  const problemText = useRuleProblemText()
  return (
    <>
      {payout?.length === 0 ? (
        <Typography variant="body2" sx={{ mt: 0.5 }}>
          {translate('work.record.nothingDue')}
        </Typography>
      ) : null}
      {payout?.map((owner) => (
        <InOneCurrency key={owner.currency} owner={owner} isNamed={payout.length > 1} />
      ))}
      {stopped ? (
        <Typography variant="body2" color="error" sx={{ mt: 1, overflowWrap: 'anywhere' }}>
          {translate('work.record.stopped', { day: formatDay(stopped.day) })} {problemText(stopped)}{' '}
          <MuiLink component={LinkBase} to="/rewardProfile">
            {translate('work.record.toRules')}
          </MuiLink>
        </Typography>
      ) : null}
    </>
  )
}

function InOneCurrency({ owner, isNamed }: { owner: PayeeRow; isNamed: boolean }) {
  const translate = useTranslate()
  const language = useLanguage()
  const text = useStatusText()
  return (
    <Box sx={{ mt: 0.5, mb: 1 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Chip
          size="small"
          variant="outlined"
          color={statusColor[owner.status]}
          label={translate(`moneyPages.payments.statuses.${owner.status}`)}
        />
        {isNamed ? (
          <Typography variant="body2" sx={{ fontWeight: 600 }}>
            {formatMoney(owner.dueValue, { language, currency: owner.currency })}
          </Typography>
        ) : null}
      </Box>
      <Typography variant="body2" color="textSecondary" sx={{ my: 0.5, overflowWrap: 'anywhere' }}>
        {text(owner)}
      </Typography>
      <Box sx={{ '& > div': { justifyContent: 'flex-start' } }}>
        <OwnerActions owner={owner} isMain />
      </Box>
    </Box>
  )
}
