import { useListContext, useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import type { Field } from '../../../config/fields/index.ts'
import type { Language } from '../../../../locales/languages.ts'
import { formatDay, formatMoment, formatMoney, formatNumber, formatPercent } from '../../fields/format.ts'
import { labelKeys, useFieldLabel } from '../../fields/labels.ts'
import { useReferenceNames } from '../../fields/ReferenceValue.tsx'
import { useLanguage } from '../../fields/useLanguage.ts'
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
      <Button size="small" onClick={() => setFilters(filterValues['q'] ? { q: filterValues['q'] } : {}, [])}>
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

/** A bound of a range, as the field's kind is read. */
function boundText(value: unknown, field: Field | undefined, language: Language): string {
  const kind = field?.kind
  if (kind === 'date') return formatDay(String(value))
  if (kind === 'moment') return String(value).length > 10 ? formatMoment(String(value)) : formatDay(String(value))
  if (kind === 'money') return formatMoney(value as number, { language })
  if (kind === 'percent') return formatPercent(value as number, { language })
  return typeof value === 'number' ? formatNumber(value, { language, decimals: 4 }) : String(value)
}

function useFilterText(filter: ActiveFilter, field: Field | undefined): string {
  const translate = useTranslate()
  const language = useLanguage()
  const given = filter.equals === undefined ? [] : [filter.equals].flat()
  const values = given.filter((value) => value !== null)
  const names = useReferenceNames({ target: field?.target ?? '', ids: field?.target ? (values as number[]) : [] })
  if (filter.contains !== undefined) return `“${filter.contains}”`
  if (filter.from !== undefined || filter.to !== undefined) {
    const [from, to] = [filter.from, filter.to].map((bound) =>
      bound === undefined ? '…' : boundText(bound, field, language),
    )
    return `${from} – ${to}`
  }
  const empty = given.includes(null) ? [translate('resourcePages.filters.isEmpty')] : []
  return [
    ...(field?.target ? names.map(({ name }) => name) : values.map((value) => valueText(value, field))),
    ...empty,
  ].join(', ')

  function valueText(value: unknown, of: Field | undefined): string {
    if (of?.choices) return translate(labelKeys.choice(of.choices.name, String(value)), { _: String(value) })
    if (typeof value === 'boolean') return translate(value ? 'ra.boolean.true' : 'ra.boolean.false')
    return boundText(value, of, language)
  }
}
