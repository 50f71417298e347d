import { useEffect, useState } from 'react'
import { useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { canReadOptions } from '#engine/declaration/derive/access.ts'
import { type ReportFilter, textFilters } from '#engine/declaration/report.ts'
import { partnerLevels } from '#rules/commission/constants.ts'
import { products } from '#rules/activity/measures.ts'
import { subLengthMax } from '#rules/activity/subNames.ts'
import { ManyPicker } from '#engine/ui/fields/inputs/references/ReferencePicker.tsx'
import { useOptionalActor, useResources } from '#engine/records/ui/ResourcesContext.tsx'
import type { ReportQuery } from '../reportQuery.ts'

interface FieldsProps {
  readonly query: Pick<ReportQuery, 'filters'>
  readonly onChange: (changed: Pick<ReportQuery, 'filters'>) => void
}

/** Which resource's records a filter offers; the others have few values, all shown. */
export const targets: Readonly<Partial<Record<ReportFilter, string>>> = {
  brand: 'brand',
  subBrand: 'subBrand',
  affiliate: 'affiliate',
  campaign: 'campaign',
  action: 'action',
  partner: 'partner',
  tag: 'affiliateTag',
  manager: 'user',
}

/** What affiliates are sorted by is for who looks after them. */
const ofStaff: readonly ReportFilter[] = ['tag', 'manager']

/** A field for each of some filters of a report. */
export function FilterFields({ filters, ...props }: FieldsProps & { filters: readonly ReportFilter[] }) {
  const actor = useOptionalActor()
  const resources = useResources()
  // Who may not read what a filter offers has nothing to choose there.
  const offered = filters.filter((filter) => {
    const resource = resources[targets[filter] ?? '']
    return !ofStaff.includes(filter) || (actor && resource && canReadOptions({ actor, resource, resources }))
  })
  return offered.map((filter) =>
    isTyped(filter) ? (
      <TextFilter key={filter} filter={filter} {...props} />
    ) : targets[filter] === undefined ? (
      <ValueFilter key={filter} filter={filter} {...props} />
    ) : (
      <RecordFilter key={filter} filter={filter} {...props} />
    ),
  )
}

function RecordFilter({ filter, query, onChange }: FieldsProps & { filter: ReportFilter }) {
  const translate = useTranslate()
  const values = (query.filters[filter] ?? []).map(Number)
  return (
    <ManyPicker
      target={targets[filter]!}
      looks={{ margin: 'none', size: 'small' }}
      label={translate(`filters.${filter}`)}
      values={values}
      onChange={(ids) => onChange({ filters: { [filter]: ids.map(String) } })}
    />
  )
}

/** What is typed: sub ids, and what cohorts are narrowed by. */
const isTyped = (filter: ReportFilter) => filter !== 'product' && textFilters.some((name) => name === filter)

/** Filters by a text that people know. It is asked for when they are done with it. */
function TextFilter({ filter, query, onChange }: FieldsProps & { filter: ReportFilter }) {
  const translate = useTranslate()
  const asked = query.filters[filter]?.[0] ?? ''
  const [typed, setTyped] = useState(asked)
  useEffect(() => setTyped(asked), [asked])
  const ask = () => {
    if (typed !== asked) onChange({ filters: { [filter]: typed === '' ? [] : [typed] } })
  }
  return (
    <TextField
      size="small"
      margin="none"
      label={translate(`filters.${filter}`)}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={ask}
      onKeyDown={({ key }) => {
        if (key === 'Enter') ask()
      }}
      slotProps={{ htmlInput: { maxLength: subLengthMax, autoComplete: 'off' } }}
    />
  )
}

/** Filters of which all values are known. Levels are asked for by number. */
function ValueFilter({ filter, query, onChange }: FieldsProps & { filter: ReportFilter }) {
  const translate = useTranslate()
  const values =
    filter === 'product'
      ? products.map((product) => ({ value: product as string, label: translate(`products.${product}`) }))
      : partnerLevels.map((level) => ({ value: String(level), label: String(level) }))
  const label = translate(`filters.${filter}`)
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <Typography variant="body2" color="textSecondary">
        {label}
      </Typography>
      <ToggleButtonGroup
        size="small"
        value={[...(query.filters[filter] ?? [])]}
        onChange={(_, chosen: string[]) => onChange({ filters: { [filter]: chosen } })}
        aria-label={label}
      >
        {values.map(({ value, label: text }) => (
          <ToggleButton key={value} value={value} sx={{ py: 0.5 }}>
            {text}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </Box>
  )
}
