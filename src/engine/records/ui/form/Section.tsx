import { type ReactNode, useId } from 'react'
import { useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import type { Field } from '#engine/declaration/fields/index.ts'
import { labelKeys, useFieldLabel } from '#engine/ui/fields/labels.ts'
import type { PageSection } from '../derivePages.ts'
import { useConfiguredResource } from '../ResourcesContext.tsx'
import { FormField } from './FormField.tsx'

/** Says once for a section which of its fields hold from a day on, unless all do; those with a help of their own are left out. */
function HoldsFromToday({ fields }: { fields: PageSection['fields'] }) {
  const translate = useTranslate()
  const resource = useConfiguredResource()
  const label = useFieldLabel()
  const dated = fields.filter(
    ({ name, field, isReadOnly }) =>
      field.dated && !isReadOnly && translate(labelKeys.help(resource.name, name), { _: '' }) === '',
  )
  if (dated.length === 0) return null
  const isForAll = fields.every(({ field, isReadOnly }) => field.dated || isReadOnly)
  const which = isForAll ? '' : ` (${dated.map(({ name }) => label(resource.name, name)).join(', ')})`
  return (
    <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
      {translate('resourcePages.form.holdsFromToday')}
      {which}
    </Typography>
  )
}

/** What can only be read stands closer together than what is typed; names of many records take a line of their own. */
const readGrid = 'repeat(auto-fill, minmax(min(100%, 130px), 1fr))'
const typedGrid = { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) minmax(0, 1fr)' }
const isOnlyRead = (fields: PageSection['fields']) => fields.every(({ isReadOnly }) => isReadOnly)

/** Kinds that need the whole width. */
const isWide = (field: Field) =>
  ['list', 'expression', 'manyOf', 'computed'].includes(field.kind) ||
  Boolean(field.multiline) ||
  Boolean(field.distinctBy)

/** One section with its fields. */
export function Section({
  operation,
  section: { name, fields },
  corner,
}: {
  operation: 'create' | 'update'
  section: PageSection
  /** A button at the end of its heading. */
  corner?: ReactNode
}) {
  const translate = useTranslate()
  const resource = useConfiguredResource()
  const id = useId()
  return (
    <Paper component="section" variant="outlined" aria-labelledby={id} sx={{ p: { xs: 2, sm: 3 }, mb: 2 }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'start', mb: 1 }}>
        <Typography id={id} tabIndex={-1} component="h2" variant="subtitle1" sx={{ fontWeight: 600 }}>
          {translate(labelKeys.section(resource.name, name), { _: name })}
        </Typography>
        {corner}
      </Box>
      {operation === 'update' && <HoldsFromToday fields={fields} />}
      <Box
        data-fields
        sx={{
          display: 'grid',
          gridTemplateColumns: isOnlyRead(fields) ? readGrid : typedGrid,
          columnGap: 3,
          rowGap: 0,
          alignItems: 'start',
        }}
      >
        {fields.map((each) => (
          <FormField
            key={each.name}
            {...each}
            isWide={isWide(each.field) || (isOnlyRead(fields) && each.field.kind === 'references')}
          />
        ))}
      </Box>
    </Paper>
  )
}
