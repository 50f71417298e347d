import { useState } from 'react'
import { useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import type { ExpressionProblem } from '../../../../domain/expression/problems.ts'
import { partnerKeywords } from '../../../../domain/expression/tree.ts'
import { formatMoney } from '../../format.ts'
import { useLanguage } from '../../useLanguage.ts'
import { NumberField } from '../NumberField.tsx'
import { examine, sampleValues } from './expressionLanguage.ts'

/** What is wrong with a formula and where, else its result with sample values; and the words it may use. */
export default function FormulaFindings({ text, onInsert }: { text: string; onInsert: (word: string) => void }) {
  const translate = useTranslate()
  const [samples, setSamples] = useState<Readonly<Record<string, number>>>(sampleValues)
  const language = useLanguage()
  const { problem, value } = examine(text, samples)
  return (
    <Box sx={{ mt: 1, p: 1.5, border: 1, borderColor: 'divider', borderRadius: 1 }}>
      <Box aria-live="polite" sx={{ minHeight: 48 }}>
        {problem ? (
          <ProblemPlace text={text} problem={problem} />
        ) : (
          <Typography component="output">
            {translate('resourcePages.expression.result')}: <strong>{formatMoney(value, { language })}</strong>
          </Typography>
        )}
      </Box>
      <Typography variant="caption" component="p" color="textSecondary">
        {translate('resourcePages.expression.words')}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, mb: 1.5 }}>
        {partnerKeywords.map((word) => (
          <Chip key={word} size="small" variant="outlined" label={word} onClick={() => onInsert(word)} />
        ))}
      </Box>
      <Typography variant="caption" component="p" color="textSecondary">
        {translate('resourcePages.expression.sample')}
      </Typography>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(130px, 1fr))', gap: 1 }}>
        {partnerKeywords.map((word) => (
          <NumberField
            key={word}
            label={word}
            value={samples[word]}
            onChange={(value) => typeof value === 'number' && setSamples({ ...samples, [word]: value })}
          />
        ))}
      </Box>
    </Box>
  )
}

/** The formula with the place that is wrong marked, and in words what to do. */
function ProblemPlace({ text, problem }: { text: string; problem: ExpressionProblem }) {
  const translate = useTranslate()
  const end = problem.position + Math.max(problem.length, 1)
  return (
    <Box>
      <Typography color="error" variant="body2">
        {translate(`resourcePages.expression.problems.${problem.code}`, {
          word: problem.word ?? text.slice(problem.position, end),
          _: translate('errors.invalid_calculation_expression'),
        })}
        {problem.suggestion && `. ${translate('resourcePages.expression.suggestion', { word: problem.suggestion })}`}
      </Typography>
      {text !== '' && (
        <Typography component="div" variant="body2" sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere' }}>
          {translate('resourcePages.expression.place')}{' '}
          {text.slice(Math.max(0, problem.position - 24), problem.position)}
          <Box component="mark" sx={{ bgcolor: 'error.main', color: 'error.contrastText', px: 0.25 }}>
            {text.slice(problem.position, end) || '…'}
          </Box>
          {text.slice(end, end + 24)}
        </Typography>
      )}
    </Box>
  )
}
