import { useState } from 'react'
import { useTranslate } from 'react-admin'
import ExpandMoreIcon from '@mui/icons-material/ExpandMore'
import Accordion from '@mui/material/Accordion'
import AccordionDetails from '@mui/material/AccordionDetails'
import AccordionSummary from '@mui/material/AccordionSummary'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { emptyText, formatDay, formatMoney, formatNumber } from '#engine/ui/fields/format.ts'
import { labelKeys } from '#engine/ui/fields/labels.ts'
import { cardTable } from '#engine/records/ui/cardTable.ts'
import { RecordLink } from '#engine/ui/fields/RecordLink.tsx'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { codeMeanings, type CodeMeaning, type ComparedLine, type Finding } from '../answers/reconciliation.ts'
import type { Choices } from './useReconciliation.ts'

const colors: Readonly<Record<Finding, 'success' | 'info' | 'warning' | 'error'>> = {
  settle: 'info',
  reject: 'info',
  returned: 'info',
  proposed: 'info',
  unknown_code: 'warning',
  not_ours: 'success',
  amount_differs: 'error',
  state_differs: 'error',
  missing_here: 'warning',
  missing_there: 'warning',
  duplicate: 'warning',
  matched: 'success',
}
/** More lines than this are shown when they are asked for. */
const shownMax = 100

type LineCode = NonNullable<NonNullable<ComparedLine['there']>['code']>

/** What a person says of lines. */
interface Deciding {
  readonly choices: Choices
  readonly onChoose: (kind: keyof Choices, line: number) => void
  readonly onCode: (code: LineCode, means: CodeMeaning) => void
}

/**
 * The lines of one finding: what the statement says, what we say, and what to do next. What agrees is closed at first.
 */
export function FindingGroup({
  finding,
  lines,
  ...deciding
}: { finding: Finding; lines: readonly ComparedLine[] } & Deciding) {
  const translate = useTranslate()
  const language = useLanguage()
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? lines : lines.slice(0, shownMax)
  return (
    <Accordion
      variant="outlined"
      disableGutters
      defaultExpanded={finding !== 'matched'}
      slotProps={{ heading: { component: 'h2' }, transition: { unmountOnExit: true } }}
    >
      <AccordionSummary expandIcon={<ExpandMoreIcon />}>
        <Box component="span" sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
          <Typography component="span" sx={{ fontWeight: 600 }}>
            {translate(`moneyPages.reconciliation.findings.${finding}`)}
          </Typography>
          <Chip
            component="span"
            size="small"
            variant="outlined"
            color={colors[finding]}
            label={formatNumber(lines.length, { language })}
          />
        </Box>
      </AccordionSummary>
      <AccordionDetails sx={{ p: 0 }}>
        <Typography variant="body2" color="textSecondary" sx={{ px: 2, pb: 1 }}>
          {translate(`moneyPages.reconciliation.means.${finding}`)}
        </Typography>
        <Box
          sx={[
            { overflowX: 'auto', '& th, & td': { whiteSpace: { xs: 'normal', lg: 'nowrap' } } },
            cardTable,
            { '& tbody > tr': { px: { xs: 1.5, sm: 0 } } },
          ]}
          tabIndex={0}
          role="region"
          aria-label={translate(`moneyPages.reconciliation.findings.${finding}`)}
        >
          <Table size="small">
            <TableHead>
              <TableRow>
                {(['line', 'reference', 'payment'] as const).map((name) => (
                  <TableCell key={name}>{translate(`moneyPages.reconciliation.${name}`)}</TableCell>
                ))}
                <TableCell align="right">{translate('moneyPages.reconciliation.there')}</TableCell>
                <TableCell align="right">{translate('moneyPages.reconciliation.here')}</TableCell>
                <TableCell>{translate('moneyPages.reconciliation.next')}</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {shown.map((line, index) => (
                <Line key={index} line={line} {...deciding} />
              ))}
            </TableBody>
          </Table>
        </Box>
        {shown.length < lines.length && (
          <Button size="small" sx={{ m: 1 }} onClick={() => setIsWhole(true)}>
            {translate('moneyPages.reconciliation.showAll', { smart_count: lines.length })}
          </Button>
        )}
      </AccordionDetails>
    </Accordion>
  )
}

/** What there is to do with a line: choices for proposals, unknown lines and codes; else the next step in words. */
function NextStep({ line: compared, choices, onChoose, onCode }: { line: ComparedLine } & Deciding) {
  const translate = useTranslate()
  const text = (name: string, values?: object) => translate(`moneyPages.reconciliation.${name}`, values)
  const { line, nextStep, here, there, match } = compared
  const code = there?.code
  if (nextStep === 'answer_code' && code) {
    const written = code.code === '' ? text('blankCode') : code.code
    return (
      <TextField
        select
        size="small"
        label={text('code', { bank: code.bank, code: written })}
        value=""
        onChange={({ target }) => onCode(code, target.value as CodeMeaning)}
        sx={{ width: '100%', maxWidth: 220, minWidth: { sm: 180 } }}
        slotProps={{ htmlInput: { 'aria-label': text('codeOf', { bank: code.bank, code: written }) } }}
      >
        {codeMeanings.map((means) => (
          <MenuItem key={means} value={means}>
            {text(`codeMeanings.${means}`)}
          </MenuItem>
        ))}
      </TextField>
    )
  }
  const kind = nextStep === 'accept' ? 'accept' : nextStep === 'find_payment' ? 'dismiss' : null
  const why = match && match.reason !== 'reference' && (
    <Box component="span" sx={{ color: 'text.secondary' }}>
      {text(`reasons.${match.reason}`)} · {text(`confidences.${match.confidence}`)}
    </Box>
  )
  if (kind === null || line === null)
    return (
      <>
        {text(`steps.${nextStep}`)} {why}
      </>
    )
  return (
    <Box component="span" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
      <FormControlLabel
        control={
          <Checkbox
            size="small"
            checked={choices[kind].has(line)}
            onChange={() => onChoose(kind, line)}
            slotProps={{ input: { 'aria-label': text(`${kind}Line`, { line, payee: here?.payee ?? '' }) } }}
          />
        }
        label={text(kind)}
        sx={{ mr: 0 }}
      />
      {why}
    </Box>
  )
}

function Line({ line: compared, ...deciding }: { line: ComparedLine } & Deciding) {
  const { line, reference, payment, there, here } = compared
  const translate = useTranslate()
  const language = useLanguage()
  const label = (name: 'line' | 'reference' | 'payment' | 'there' | 'here' | 'next') => ({
    'data-label': translate(`moneyPages.reconciliation.${name}`),
  })
  return (
    <TableRow>
      <TableCell {...label('line')}>{line ?? emptyText}</TableCell>
      <TableCell {...label('reference')}>{reference}</TableCell>
      <TableCell {...label('payment')}>
        {payment === null ? (
          emptyText
        ) : (
          <RecordLink resource="payment" id={payment}>
            #{payment}
          </RecordLink>
        )}
      </TableCell>
      <TableCell {...label('there')} align="right">
        {there
          ? `${formatDay(there.day)} · ${translate(`moneyPages.reconciliation.states.${there.state}`)} · ${formatMoney(there.amount, { language, currency: there.currency ?? here?.currency })}`
          : emptyText}
      </TableCell>
      <TableCell {...label('here')} align="right">
        {here
          ? `${here.payee ? `${here.payee} · ` : ''}${translate(labelKeys.choice('paymentState', here.state))} · ${formatMoney(here.amount, { language, currency: here.currency })}`
          : emptyText}
      </TableCell>
      <TableCell {...label('next')}>
        <NextStep line={compared} {...deciding} />
      </TableCell>
    </TableRow>
  )
}
