import { useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ExpressionProblem } from '#engine/values/expression/problems.ts'
import { formatMoney } from '../../format.ts'
import { useLanguage } from '../../useLanguage.ts'
import { examine } from './expressionLanguage.ts'

interface FormulaResultProps {
  readonly text: string
  readonly samples: Readonly<Record<string, number>>
}

/** What is wrong with a formula and where, else its result with sample values. */
export default function FormulaResult({ text, samples }: FormulaResultProps) {
  const translate = useTranslate()
  const language = useLanguage()
  const { problem, value } = examine(text, samples)
  if (problem) return <ProblemPlace text={text} problem={problem} />
  return (
    <Typography component="output">
      {translate('resourcePages.expression.result')}: <strong>{formatMoney(value, { language })}</strong>
    </Typography>
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
