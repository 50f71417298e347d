import { useTranslate } from 'react-admin'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import TextField from '@mui/material/TextField'
import { holdsText } from '#engine/values/foldText.ts'
import { ManyPicker } from '#engine/ui/fields/inputs/references/ReferencePicker.tsx'
import { PeriodFilter } from '#features/reporting/ui/filters/ReportFilters.tsx'
import { chosenPlace, type GeolocationQuery } from './geolocationQuery.ts'
import { type PlaceName, placeNames, type PlacesAnswer } from '../../answers/geolocation.ts'
import { usePlaceOptions, usePlaceText } from './usePlaceOptions.ts'

interface PlaceFiltersProps {
  readonly query: GeolocationQuery
  readonly answer: PlacesAnswer | undefined
  readonly onChange: (changed: Readonly<Record<string, string | readonly string[]>>) => void
}

/** Period, links, domain, and country, state and city, each offering what lies inside the one before. */
export function PlaceFilters({ query, answer, onChange }: PlaceFiltersProps) {
  const translate = useTranslate()
  return (
    <Paper variant="outlined" sx={{ p: 2, mb: 2 }}>
      <PeriodFilter query={query} onChange={({ period }) => onChange(period)} />
      <Box
        sx={{
          display: 'grid',
          gap: 1.5,
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(220px, 100%), 1fr))',
          mt: 1.5,
        }}
      >
        <ManyPicker
          target="action"
          looks={{ margin: 'none', size: 'small' }}
          label={translate('filters.action')}
          values={query.actions}
          onChange={(ids) => onChange({ action: ids.map(String) })}
        />
        {placeNames.map((name) => (
          <PlaceFilter key={name} name={name} query={query} answer={answer} onChange={onChange} />
        ))}
      </Box>
    </Paper>
  )
}

function PlaceFilter({ name, query, answer, onChange }: PlaceFiltersProps & { name: PlaceName }) {
  const translate = useTranslate()
  const text = usePlaceText(query.places.country)
  const { options, isLoading, onOpen } = usePlaceOptions({ name, query, answer })
  const value = query.places[name]
  return (
    <Autocomplete
      size="small"
      options={[...options]}
      value={value === '' ? null : value}
      loading={isLoading}
      onOpen={onOpen}
      onChange={(_, chosen) => onChange(chosenPlace(name, chosen ?? ''))}
      getOptionLabel={(option) => text(name, option)}
      filterOptions={(all, { inputValue }) => all.filter((option) => holdsText(text(name, option), inputValue))}
      isOptionEqualToValue={(option, chosen) => option === chosen}
      noOptionsText={translate('resourcePages.reference.none')}
      loadingText={translate('resourcePages.reference.loading')}
      openText={translate('resourcePages.reference.open')}
      closeText={translate('resourcePages.reference.close')}
      clearText={translate('resourcePages.reference.clear')}
      renderInput={(params) => (
        <TextField {...params} margin="none" label={translate(`moneyPages.geolocation.places.${name}`)} />
      )}
    />
  )
}
