import { useId } from 'react'
import { useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import type { Field } from '#engine/declaration/fields/index.ts'
import { labelKeys, useFieldLabel } from '#engine/ui/fields/labels.ts'
import { type PageSection, sectionsOf } from '../derivePages.ts'
import { useActor, useConfiguredResource } from '../ResourcesContext.tsx'
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

/** The sections of a form, each with its fields; of `only` those of these names. */
export function Sections({
  operation,
  only,
}: {
  operation: 'create' | 'update'
  only?: ReadonlySet<string> | undefined
}) {
  const translate = useTranslate()
  const resource = useConfiguredResource()
  const actor = useActor()
  const id = useId()
  const sections = sectionsOf({ resource, actor, operation })
    .map(({ name, fields }) => ({ name, fields: fields.filter((each) => only?.has(each.name) ?? true) }))
    .filter(({ fields }) => fields.length > 0)
  return (
    <>
      {sections.map(({ name, fields }) => (
        <Paper
          key={name}
          component="section"
          variant="outlined"
          aria-labelledby={`${id}-${name}`}
          sx={{ p: { xs: 2, sm: 3 }, mb: 2 }}
        >
          <Typography id={`${id}-${name}`} component="h2" variant="subtitle1" sx={{ fontWeight: 600, mb: 1 }}>
            {translate(labelKeys.section(resource.name, name), { _: name })}
          </Typography>
          {operation === 'update' && <HoldsFromToday fields={fields} />}
          <Box
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
      ))}
    </>
  )
}
