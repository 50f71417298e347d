import { type ReactNode, useCallback } from 'react'
import { SimpleForm, useRecordContext, useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import type { Field } from '../../../config/fields/index.ts'
import type { AnyRecord } from '../../../config/record.ts'
import { labelKeys, useFieldLabel } from '../../fields/labels.ts'
import { FormPanels } from '../../panels/RecordPanels.tsx'
import { type PageSection, sectionsOf } from '../derivePages.ts'
import { useActor, useConfiguredResource } from '../ResourcesContext.tsx'
import { KeptDraft } from './draft/KeptDraft.tsx'
import { UnsavedGuard } from './draft/UnsavedGuard.tsx'
import { FillIns } from './FillIns.tsx'
import { FormField } from './FormField.tsx'
import { FormToolbar } from './FormToolbar.tsx'
import { errorTree, expressionCheckFor, formProblems, initialValues } from './formValues.ts'
import { ProblemSummary } from './ProblemSummary.tsx'
import { Revalidation } from './Revalidation.tsx'

interface ConfiguredFormProps {
  readonly operation: 'create' | 'update'
  /** Values typed already win over those of a record that is read again. */
  readonly keepsTyped?: boolean
  /**
   * Told over which record a change was typed that came back after its session had ended; null once it was discarded.
   */
  readonly onTypedOver?: (opened: AnyRecord | null) => void
}

/** The form of a resource, as its declaration says: sections, inputs, rights, conditions, checks. */
export function ConfiguredForm({ operation, keepsTyped = false, onTypedOver }: ConfiguredFormProps) {
  const resource = useConfiguredResource()
  const actor = useActor()
  const current = useRecordContext() as AnyRecord | undefined
  const validate = useCallback(
    async (values: AnyRecord) => {
      const checkExpression = await expressionCheckFor(resource)
      return errorTree(
        formProblems({
          resource,
          actor,
          operation,
          values,
          current: operation === 'update' ? current : undefined,
          checkExpression,
        }),
      )
    },
    [resource, actor, operation, current],
  )
  return (
    <SimpleForm
      mode="onTouched"
      noValidate
      validate={validate}
      defaultValues={operation === 'create' ? initialValues(resource) : undefined}
      resetOptions={keepsTyped ? { keepDirtyValues: true } : undefined}
      disableInvalidFormNotification
      component={Sheets}
      toolbar={<FormToolbar operation={operation} />}
    >
      <Revalidation />
      <UnsavedGuard />
      <FillIns resource={resource} />
      <KeptDraft operation={operation} onTypedOver={onTypedOver} />
      <ProblemSummary />
      <Sections operation={operation} />
      <FormPanels />
    </SimpleForm>
  )
}

/** Sections are sheets of their own, as wide as the page, not lines of one card. */
const Sheets = ({ children }: { children: ReactNode }) => (
  <Box sx={{ '& > .MuiStack-root': { display: 'block' } }}>{children}</Box>
)

/** Says once for a section which of its fields hold from a day on; those whose own help says something are left out. */
function HoldsFromToday({ fields }: { fields: PageSection['fields'] }) {
  const translate = useTranslate()
  const resource = useConfiguredResource()
  const label = useFieldLabel()
  const dated = fields.filter(
    ({ name, field, isReadOnly }) =>
      field.dated && !isReadOnly && translate(labelKeys.help(resource.name, name), { _: '' }) === '',
  )
  if (dated.length === 0) return null
  const which =
    dated.length === fields.length ? '' : ` (${dated.map(({ name }) => label(resource.name, name)).join(', ')})`
  return (
    <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
      {translate('resourcePages.form.holdsFromToday')}
      {which}
    </Typography>
  )
}

/** Kinds that need the whole width. */
const isWide = (field: Field) =>
  ['list', 'expression', 'manyOf', 'computed'].includes(field.kind) ||
  Boolean(field.multiline) ||
  Boolean(field.distinctBy)

function Sections({ operation }: { operation: 'create' | 'update' }) {
  const translate = useTranslate()
  const resource = useConfiguredResource()
  const actor = useActor()
  return (
    <>
      {sectionsOf({ resource, actor, operation }).map(({ name, fields }) => (
        <Paper
          key={name}
          component="section"
          variant="outlined"
          aria-labelledby={`section-${name}`}
          sx={{ p: { xs: 2, sm: 3 }, mb: 2 }}
        >
          <Typography id={`section-${name}`} component="h2" variant="subtitle1" sx={{ fontWeight: 600, mb: 1 }}>
            {translate(labelKeys.section(resource.name, name), { _: name })}
          </Typography>
          {operation === 'update' && <HoldsFromToday fields={fields} />}
          <Box
            sx={{
              display: 'grid',
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 1fr)' },
              columnGap: 3,
              rowGap: 0,
              alignItems: 'start',
            }}
          >
            {fields.map((each) => (
              <FormField key={each.name} {...each} isWide={isWide(each.field)} />
            ))}
          </Box>
        </Paper>
      ))}
    </>
  )
}
