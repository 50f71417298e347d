import { useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { formatNumber } from '#engine/ui/fields/format.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { ControlTotals } from './ControlTotals.tsx'
import type { UploadReport } from '../../answers/uploads.ts'

const counts = ['rows', 'accepted', 'duplicates', 'unattributed', 'refused'] as const

/** What became of a file, or would: counts, why lines are refused, and what is made. */
export function Report({ report, isDone }: { report: UploadReport; isDone: boolean }) {
  const translate = useTranslate()
  const language = useLanguage()
  const { made, reasons, ignoredColumns = [], control = [] } = report
  return (
    <Box sx={{ mt: 1.5 }}>
      <Typography variant="subtitle2" component="h3">
        {translate(isDone ? 'feeds.happened' : 'feeds.wouldHappen')}
      </Typography>
      <Box
        component="dl"
        sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(130px, 1fr))', gap: 1, m: 0, mt: 0.5 }}
      >
        {counts.map((name) => (
          <Box key={name}>
            <Typography component="dt" variant="body2" color="textSecondary">
              {translate(`feeds.${name === 'accepted' && report.kit ? 'restated' : name}`)}
            </Typography>
            <Typography
              component="dd"
              sx={{ m: 0, fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}
              color={name === 'refused' && report.refused > 0 ? 'error' : undefined}
            >
              {formatNumber(report[name], { language })}
            </Typography>
          </Box>
        ))}
      </Box>
      {report.refused > 0 && (
        <Box component="ul" sx={{ m: 0, mt: 1, pl: 2.5, typography: 'body2' }} aria-label={translate('feeds.refused')}>
          {Object.entries(reasons)
            .toSorted(([, one], [, other]) => other - one)
            .map(([code, count]) => (
              <li key={code}>
                {translate(`feeds.reasons.${code}`, { _: code })}: {formatNumber(count, { language })}
                <Lines lines={report.lines?.[code]} count={count} />
              </li>
            ))}
        </Box>
      )}
      {/* Before the import months differ by what it is for. */}
      {isDone && control.length > 0 && <ControlTotals rows={control} />}
      {ignoredColumns.length > 0 && (
        <Typography variant="body2" sx={{ mt: 1, overflowWrap: 'anywhere' }}>
          {translate('feeds.ignoredColumns')}: {ignoredColumns.join(', ')}
        </Typography>
      )}
      {made.affiliates + made.actions > 0 && <Made report={report} isDone={isDone} />}
    </Box>
  )
}

/** Where the refused lines are, as spreadsheet programs number them. */
function Lines({ lines = [], count }: { lines: readonly number[] | undefined; count: number }) {
  const translate = useTranslate()
  if (lines.length === 0) return null
  const numbers = `${lines.join(', ')}${count > lines.length ? ', …' : ''}`
  return <> {translate('feeds.lines', { smart_count: count, numbers })}</>
}

function Made({ report: { made }, isDone }: { report: UploadReport; isDone: boolean }) {
  const translate = useTranslate()
  const rest = made.affiliates + made.actions - made.names.length
  const parts = [
    made.affiliates > 0 &&
      `${translate('resources.affiliate.name', { smart_count: made.affiliates })} (${made.affiliates})`,
    made.actions > 0 && `${translate('resources.action.name', { smart_count: made.actions })} (${made.actions})`,
  ].filter(Boolean)
  return (
    <Typography variant="body2" sx={{ mt: 1, overflowWrap: 'anywhere' }}>
      {translate(isDone ? 'feeds.made' : 'feeds.wouldMake')}: {parts.join(', ')}: {made.names.join(', ')}
      {rest > 0 ? ', …' : ''}
    </Typography>
  )
}
