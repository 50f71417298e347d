import { lazy, Suspense, useRef } from 'react'
import { useInput, useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { drawnProps, type FieldInputProps } from '../inputProps.tsx'

const FormulaFindings = lazy(() => import('./FormulaFindings.tsx'))

/**
 * A partner level's formula: checked as one types, with the place of the error, and the result for sample values beside
 * it.
 */
export default function ExpressionInput(props: FieldInputProps) {
  const { source, field: declared } = props
  const {
    id,
    field: { ref, ...field },
    fieldState,
  } = useInput({ source })
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
      <Suspense fallback={<Box sx={{ height: 176, mt: 1 }} />}>
        <FormulaFindings text={text} onInsert={insert} />
      </Suspense>
      {typeof declared.default === 'string' && declared.default !== text && (
        <Button size="small" onClick={() => field.onChange(declared.default)}>
          {translate('resourcePages.expression.reset')}
        </Button>
      )}
    </Box>
  )
}
