import { useListContext, useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import type { Field } from '#engine/declaration/fields/index.ts'
import { useFieldLabel } from '#engine/ui/fields/labels.ts'
import { useReferenceNames } from '#engine/ui/fields/ReferenceValue.tsx'
import { useValueText } from '#engine/ui/fields/useValueText.ts'
import { fieldNamed } from '../derivePages.ts'
import { type ActiveFilter, activeFilters, withoutField } from '../filters/filterValues.ts'
import { useConfiguredResource } from '../ResourcesContext.tsx'

/** The filters in force, each with a way to take it away. */
export function ActiveFilters() {
  const translate = useTranslate()
  const { filterValues, setFilters } = useListContext()
  const filters = activeFilters(filterValues)
  if (filters.length === 0) return null
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, pt: 1, alignItems: 'center' }}>
      {filters.map((filter) => (
        <FilterChip key={filter.field} filter={filter} />
      ))}
      <Button size="small" onClick={() => setFilters({ q: filterValues['q'] }, [])}>
        {translate('resourcePages.filters.clear')}
      </Button>
    </Box>
  )
}

function FilterChip({ filter }: { filter: ActiveFilter }) {
  const translate = useTranslate()
  const resource = useConfiguredResource()
  const label = useFieldLabel()(resource.name, filter.field)
  const { filterValues, setFilters } = useListContext()
  const field = fieldNamed(resource, filter.field)
  const text = useFilterText(filter, field)
  return (
    <Chip
      size="small"
      label={`${label}: ${text}`}
      onDelete={() => setFilters({ ...withoutField(filterValues, filter.field) }, [])}
      slotProps={{ root: { title: translate('resourcePages.filters.remove', { name: label }) } }}
    />
  )
}

function useFilterText(filter: ActiveFilter, field: Field | undefined): string {
  const translate = useTranslate()
  const valueText = useValueText()
  const given = filter.equals === undefined ? [] : [filter.equals].flat()
  const values = given.filter((value) => value !== null)
  const names = useReferenceNames({ target: field?.target ?? '', ids: field?.target ? (values as number[]) : [] })
  if (filter.contains !== undefined) return `“${filter.contains}”`
  if (filter.from !== undefined || filter.to !== undefined)
    return [filter.from, filter.to].map((bound) => (bound === undefined ? '…' : valueText(field, bound))).join(' – ')
  return [
    ...(field?.target ? names.map(({ name }) => name) : values.map((value) => valueText(field, value))),
    ...(given.includes(null) ? [translate('resourcePages.filters.isEmpty')] : []),
  ].join(', ')
}
