import { useEffect, useRef } from 'react'
import { useTranslate, ValidationError } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useFieldLabel } from '#engine/ui/fields/labels.ts'
import { useConfiguredResource } from '../ResourcesContext.tsx'

/** After a form was refused: what is wrong with it as a whole, and which fields to look at. */
export function ProblemSummary() {
  const translate = useTranslate()
  const resource = useConfiguredResource()
  const label = useFieldLabel()
  const {
    formState: { errors, submitCount },
    setFocus,
  } = useFormContext()
  const { root, ...fields } = errors as Record<
    string,
    { message?: string; serverError?: { message?: string } } | undefined
  >
  const names = Object.keys(fields)
  const whole = root?.serverError?.message ?? root?.message
  const element = useRef<HTMLDivElement>(null)
  const isShown = submitCount > 0 && (names.length > 0 || whole !== undefined)
  useEffect(() => {
    if (isShown) element.current?.scrollIntoView({ block: 'center', behavior: 'smooth' })
  }, [submitCount, isShown])
  if (!isShown) return null
  return (
    <Alert ref={element} severity="error" sx={{ mb: 2 }}>
      {whole && (
        <div>
          <ValidationError error={whole} />
        </div>
      )}
      {names.length > 0 && (
        <>
          {translate('resourcePages.form.problems', { smart_count: names.length })}
          {names.map((name) => (
            <Button
              key={name}
              size="small"
              color="inherit"
              sx={{ textDecoration: 'underline' }}
              onClick={() => setFocus(name)}
            >
              {label(resource.name, name)}
            </Button>
          ))}
        </>
      )}
    </Alert>
  )
}
