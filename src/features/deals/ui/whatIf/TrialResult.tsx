import { Fragment, useState } from 'react'
import { useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { formatDay, formatMoney, formatNumber } from '#engine/ui/fields/format.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { useRuleProblemText } from '#engine/records/ui/useRecordTitle.ts'
import type { SimulationResponse, TrialGroup } from '../../answers/whatIf.ts'
import { PartialNotice } from '#engine/records/ui/PartialNotice.tsx'
import { Difference, TrialTable } from '#features/commission/ui/TrialTable.tsx'

/** What a trial comes to: for whom the rule concerns, then for the partners above them. */
export function TrialResult({ answer }: { answer: SimulationResponse }) {
  const translate = useTranslate()
  const { openDays, from, to, above } = answer
  return (
    <Box role="status" sx={{ mt: 2 }}>
      {openDays > 0 && (
        <Alert severity="warning" sx={{ mb: 1.5 }}>
          {translate('whatIf.openDays', { smart_count: openDays })}
        </Alert>
      )}
      <Typography variant="body2" color="textSecondary">
        {formatDay(from)} – {formatDay(to)}
      </Typography>
      <Group group={answer} />
      <Assumptions codes={answer.assumptions.map(({ code }) => code)} />
      {above && (
        <Box component="section" aria-label={translate('whatIf.above')} sx={{ mt: 3 }}>
          <Typography variant="subtitle1" component="h3" sx={{ fontWeight: 600 }}>
            {translate('whatIf.above')}
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {translate('whatIf.aboveLead')}
          </Typography>
          <Group group={above} />
        </Box>
      )}
    </Box>
  )
}

/** What the trial takes for granted. */
function Assumptions({ codes }: { codes: readonly string[] }) {
  const translate = useTranslate()
  return (
    <Box component="details" sx={{ mt: 1.5 }}>
      <Typography component="summary" variant="body2" sx={{ cursor: 'pointer', fontWeight: 600 }}>
        {translate('whatIf.assumed')}
      </Typography>
      <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5, typography: 'body2', color: 'text.secondary' }}>
        {codes.map((code) => (
          <li key={code}>{translate(`whatIf.assumptions.${code}`)}</li>
        ))}
      </Box>
    </Box>
  )
}

/** The totals, the biggest winners and losers, then everybody. */
function Group({ group }: { group: TrialGroup }) {
  const translate = useTranslate()
  const { winners, losers, rows, problems, ownerKind, count } = group
  const [isWhole, setIsWhole] = useState(false)
  const problemText = useRuleProblemText()
  return (
    <>
      {group.isPartial && <PartialNotice />}
      <Totals group={group} />
      {problems.length > 0 && (
        <Alert severity="error" sx={{ mt: 1.5 }}>
          {translate('whatIf.problems')}
          <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
            {problems.map(({ id, name, ...problem }) => (
              <li key={id}>
                {name}: {problemText(problem)}
              </li>
            ))}
          </Box>
        </Alert>
      )}
      {rows === null && count > 0 && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1.5 }}>
          {translate('whatIf.totalsOnly')}
        </Typography>
      )}
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
          mt: 1.5,
        }}
      >
        {winners && winners.length > 0 && (
          <TrialTable title={translate('whatIf.winners')} ownerKind={ownerKind} rows={winners} />
        )}
        {losers && losers.length > 0 && (
          <TrialTable title={translate('whatIf.losers')} ownerKind={ownerKind} rows={losers} />
        )}
      </Box>
      {rows &&
        rows.length > 0 &&
        (isWhole ? (
          <Box sx={{ mt: 2 }}>
            <TrialTable title={translate('whatIf.all')} ownerKind={ownerKind} rows={rows} isLong />
          </Box>
        ) : (
          <Button size="small" sx={{ mt: 1 }} onClick={() => setIsWhole(true)}>
            {translate('whatIf.showAll', { smart_count: rows.length })}
          </Button>
        ))}
    </>
  )
}

function Totals({ group }: { group: TrialGroup }) {
  const translate = useTranslate()
  const language = useLanguage()
  const { totals, count, changed } = group
  const nothing = { currency: undefined, then: 0, now: 0, difference: 0 }
  return (
    <Box
      component="dl"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fill, minmax(150px, 1fr))',
        gap: 1,
        m: 0,
        mt: 0.5,
        '& dd': { m: 0, fontWeight: 600, fontVariantNumeric: 'tabular-nums' },
        '& dt': { typography: 'body2', color: 'text.secondary' },
      }}
    >
      {(totals.length > 0 ? totals : [nothing]).map(({ currency, then, now, difference }) => (
        <Fragment key={currency ?? ''}>
          <div>
            <dt>{translate('whatIf.then')}</dt>
            <dd>{formatMoney(then, { language, currency })}</dd>
          </div>
          <div>
            <dt>{translate('whatIf.now')}</dt>
            <dd>{formatMoney(now, { language, currency })}</dd>
          </div>
          <div>
            <dt>{translate('whatIf.difference')}</dt>
            <dd>
              <Difference value={difference} currency={currency} />
            </dd>
          </div>
        </Fragment>
      ))}
      <div>
        <dt>{translate('whatIf.changed')}</dt>
        <dd>
          {formatNumber(changed, { language })} / {formatNumber(count, { language })}
        </dd>
      </div>
    </Box>
  )
}
