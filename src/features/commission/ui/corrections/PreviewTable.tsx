import { useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import type { CorrectionPreview } from '../../answers/corrections.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { addDays } from '#engine/values/calendar.ts'
import { formatDay, formatMoney } from '#engine/ui/fields/format.ts'
import { useFieldLabel } from '#engine/ui/fields/labels.ts'
import { RecordLink } from '#engine/ui/fields/RecordLink.tsx'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { Difference } from '../TrialTable.tsx'
import { useRuleProblemText } from '#engine/records/ui/useRecordTitle.ts'
import { PastValue } from '#engine/history/ui/PastValue.tsx'
import { ScrollBox } from '#engine/ui/fields/ScrollBox.tsx'
import { useMomentText } from '#engine/ui/fields/useMomentText.ts'

const cells = {
  '& th, & td': { px: 1 },
  '& td': { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
  '& tbody > tr:last-of-type > *': { borderBottom: 0 },
} as const

/** What a correction changes and comes to: sums by currency and kind of owner, then owner by owner and day by day. */
export function PreviewTable({ preview, resource }: { preview: CorrectionPreview; resource: AnyResource }) {
  const translate = useTranslate()
  const { validFrom, validTo, previewedAt, totals, count, rows } = preview
  const moment = useMomentText()
  return (
    <>
      <Typography variant="body2">
        {validTo === null
          ? translate('panels.correction.since', { from: formatDay(validFrom) })
          : translate('panels.correction.between', { from: formatDay(validFrom), to: formatDay(addDays(validTo, -1)) })}
        {' · '}
        {translate('panels.correction.reckoned', { at: moment(previewedAt) })}
      </Typography>
      <Changes preview={preview} resource={resource} />
      {preview.moved && (
        <Typography variant="body2">
          {translate('panels.correction.movedPlayers', { smart_count: preview.moved.players })}
        </Typography>
      )}
      <Problems preview={preview} />
      {totals.length === 0 ? (
        <Typography variant="body2" color="textSecondary">
          {translate('panels.correction.nothing')}
        </Typography>
      ) : (
        <Totals preview={preview} />
      )}
      {rows.length > 0 && <Rows preview={preview} />}
      {count > rows.length && (
        <Typography variant="body2" color="textSecondary">
          {translate('panels.correction.more', { count: count - rows.length })}
        </Typography>
      )}
    </>
  )
}

function Changes({ preview, resource }: { preview: CorrectionPreview; resource: AnyResource }) {
  const label = useFieldLabel()
  return (
    <Box component="ul" sx={{ my: 1, pl: 2.5 }}>
      {preview.changes.map(({ field, before, after }) => (
        <Typography key={field} component="li" variant="body2">
          {label(resource.name, field)}:{' '}
          <Box component="del" sx={{ color: 'text.secondary' }}>
            <PastValue field={resource.fields[field]!} value={before} />
          </Box>
          {' → '}
          <strong>
            <PastValue field={resource.fields[field]!} value={after} />
          </strong>
        </Typography>
      ))}
    </Box>
  )
}

function Problems({ preview: { problems } }: { preview: CorrectionPreview }) {
  const translate = useTranslate()
  const problemText = useRuleProblemText()
  if (problems.length === 0) return null
  return (
    <Alert severity="warning" sx={{ my: 1 }}>
      {translate('panels.correction.problems')}
      {problems.map(({ ownerKind, owner, name, currency, day, code }) => (
        <div key={`${ownerKind} ${owner} ${currency} ${day}`}>
          {[name, formatDay(day), problemText({ code, message: code })].join(' · ')}
        </div>
      ))}
    </Alert>
  )
}

function Totals({ preview: { totals } }: { preview: CorrectionPreview }) {
  const translate = useTranslate()
  const language = useLanguage()
  return (
    <ScrollBox label={translate('panels.correction.title')}>
      <Table size="small" sx={cells}>
        <TableHead>
          <TableRow>
            <TableCell>{translate('panels.correction.owners')}</TableCell>
            <TableCell align="right">{translate('panels.correction.days')}</TableCell>
            <TableCell align="right">{translate('panels.correction.was')}</TableCell>
            <TableCell align="right">{translate('panels.correction.wouldBe')}</TableCell>
            <TableCell align="right">{translate('panels.correction.difference')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {totals.map(({ ownerKind, currency, owners, days, was, wouldBe, difference }) => (
            <TableRow key={`${ownerKind} ${currency}`}>
              <TableCell component="th" scope="row">
                {owners} {translate(`resources.${ownerKind}.name`, { smart_count: owners })} · {currency}
              </TableCell>
              <TableCell align="right">{days}</TableCell>
              <TableCell align="right">{formatMoney(was, { language, currency })}</TableCell>
              <TableCell align="right">{formatMoney(wouldBe, { language, currency })}</TableCell>
              <TableCell align="right">
                <Difference value={difference} currency={currency} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </ScrollBox>
  )
}

function Rows({ preview: { rows } }: { preview: CorrectionPreview }) {
  const translate = useTranslate()
  const language = useLanguage()
  const title = translate('panels.correction.byDay')
  return (
    <ScrollBox sx={{ maxHeight: 420, mt: 2 }} label={title}>
      <Table size="small" stickyHeader sx={cells}>
        <TableHead>
          <TableRow>
            <TableCell>{translate('panels.correction.owner')}</TableCell>
            <TableCell>{translate('panels.correction.day')}</TableCell>
            <TableCell align="right">{translate('panels.correction.was')}</TableCell>
            <TableCell align="right">{translate('panels.correction.wouldBe')}</TableCell>
            <TableCell align="right">{translate('panels.correction.difference')}</TableCell>
            <TableCell>{translate('panels.correction.posting')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map(({ ownerKind, owner, name, currency, day, was, wouldBe, difference, posting, products }) => (
            <TableRow key={`${ownerKind} ${owner} ${currency} ${day}`}>
              <TableCell component="th" scope="row">
                <RecordLink resource={ownerKind} id={owner}>
                  {name}
                </RecordLink>
                {products?.map(({ product, was: before, wouldBe: after }) => (
                  <Typography key={product} component="div" variant="caption" color="textSecondary">
                    {translate(`choices.productType.${product}`)}: {formatMoney(before, { language, currency })} →{' '}
                    {formatMoney(after, { language, currency })}
                  </Typography>
                ))}
              </TableCell>
              <TableCell>{formatDay(day)}</TableCell>
              <TableCell align="right">{formatMoney(was, { language, currency })}</TableCell>
              <TableCell align="right">{formatMoney(wouldBe, { language, currency })}</TableCell>
              <TableCell align="right">
                <Difference value={difference} currency={currency} />
              </TableCell>
              <TableCell>{translate(`panels.correction.${posting}`)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </ScrollBox>
  )
}
