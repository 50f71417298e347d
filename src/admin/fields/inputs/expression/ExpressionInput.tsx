import { useEffect, useRef, useState } from 'react'
import { useInput, useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { formatMoney } from '../../format.ts'
import { useLanguage } from '../../useLanguage.ts'
import { NumberField } from '../NumberField.tsx'
import { drawnProps, type FieldInputProps } from '../inputProps.tsx'

type Language = typeof import('./expressionLanguage.ts')

/** The parser comes when the first formula is on the page: nobody else should wait for it. */
function useExpressionLanguage(): Language | null {
  const [language, setLanguage] = useState<Language | null>(null)
  useEffect(() => {
    let isHere = true
    void import('./expressionLanguage.ts').then((loaded) => {
      if (isHere) setLanguage(loaded)
    })
    return () => {
      isHere = false
    }
  }, [])
  return language
}

/**
 * A partner level's formula: checked as one types, with the place of the error, and the result for sample values beside
 * it.
 */
export function ExpressionInput(props: FieldInputProps) {
  const { source, field: declared } = props
  const {
    id,
    field: { ref, ...field },
    fieldState,
  } = useInput({ source })
  const language = useExpressionLanguage()
  const translate = useTranslate()
  const element = useRef<HTMLTextAreaElement | null>(null)
  const text = String(field.value ?? '')
  const insert = (word: string) => {
    const at = element.current?.selectionStart ?? text.length
    field.onChange(`${text.slice(0, at)}${word}${text.slice(element.current?.selectionEnd ?? at)}`)
    requestAnimationFrame(() => {
      element.current?.focus()
      element.current?.setSelectionRange(at + word.length, at + word.length)
    })
  }
  return (
    <Box>
      <TextField
        {...drawnProps(props, fieldState.error)}
        {...field}
        id={id}
        multiline
        minRows={2}
        inputRef={(node: HTMLTextAreaElement | null) => {
          element.current = node
          ref(node)
        }}
        slotProps={{ htmlInput: { spellCheck: false, autoComplete: 'off', style: { fontFamily: 'monospace' } } }}
      />
      {language && <Findings language={language} text={text} onInsert={insert} />}
      {typeof declared.default === 'string' && declared.default !== text && (
        <Button size="small" onClick={() => field.onChange(declared.default)}>
          {translate('resourcePages.expression.reset')}
        </Button>
      )}
    </Box>
  )
}

function Findings({
  language,
  text,
  onInsert,
}: {
  language: Language
  text: string
  onInsert: (word: string) => void
}) {
  const translate = useTranslate()
  const [samples, setSamples] = useState<Readonly<Record<string, number>>>(language.sampleValues)
  const found = language.examine(text, samples)
  return (
    <Box sx={{ mt: 1, p: 1.5, border: 1, borderColor: 'divider', borderRadius: 1 }}>
      <Box aria-live="polite" sx={{ minHeight: 48 }}>
        {found.problem ? <ProblemPlace text={text} problem={found.problem} /> : <Result value={found.value} />}
      </Box>
      <Typography variant="caption" component="p" color="textSecondary">
        {translate('resourcePages.expression.words')}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, mb: 1.5 }}>
        {language.words.map((word) => (
          <Chip key={word} size="small" variant="outlined" label={word} onClick={() => onInsert(word)} />
        ))}
      </Box>
      <Typography variant="caption" component="p" color="textSecondary">
        {translate('resourcePages.expression.sample')}
      </Typography>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(130px, 1fr))', gap: 1 }}>
        {language.words.map((word) => (
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

function Result({ value }: { value: string | null }) {
  const translate = useTranslate()
  const language = useLanguage()
  return (
    <Typography component="output">
      {translate('resourcePages.expression.result')}: <strong>{formatMoney(value, { language })}</strong>
    </Typography>
  )
}

/** The formula with the place that is wrong marked, and in words what to do. */
function ProblemPlace({
  text,
  problem,
}: {
  text: string
  problem: { code: string; position: number; length: number; word?: string; suggestion?: string }
}) {
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
