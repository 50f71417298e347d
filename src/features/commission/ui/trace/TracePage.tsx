import { type FormEvent, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useDataProvider, useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import type { EventTrace, PlayerTrace } from '../../answers/trace.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { useOptions } from '#engine/ui/fields/useOptions.ts'
import { OnePicker } from '#engine/ui/fields/inputs/references/ReferencePicker.tsx'
import { PageHeading } from '#engine/records/ui/PageHeading.tsx'
import { QueryBoundary } from '#engine/ui/queryPage/Answered.tsx'
import { useAddress } from '#engine/ui/queryPage/useAddress.ts'
import { TracedEvent } from './TracedEvent.tsx'
import { TracedPlayer } from './TracedPlayer.tsx'

const questions = ['event_id', 'player_ref'] as const
type Question = (typeof questions)[number]
const labels: Readonly<Record<Question, string>> = { event_id: 'event', player_ref: 'player' }

/** Where one event is, and why one player qualified for CPA or did not. The question stands in the address. */
export default function TracePage() {
  const translate = useTranslate()
  const { get, put } = useAddress()
  const soleBrand = useSoleBrand()
  const brand = Number(get('brand')) || soleBrand || 0
  const hasBrand = Number.isSafeInteger(brand) && brand > 0
  const [eventId, player] = [get('event_id'), get('player_ref')]
  return (
    <Box sx={{ minWidth: 0 }}>
      <PageHeading title={translate('moneyPages.trace.title')} detail={translate('moneyPages.trace.lead')} />
      <Paper variant="outlined" sx={{ p: 2 }}>
        <Box sx={{ maxWidth: 360, mb: 2 }}>
          <OnePicker
            target="brand"
            label={translate('resources.brand.name', { smart_count: 1 })}
            value={hasBrand ? brand : null}
            onChange={(id) => put({ brand: id === null ? '' : String(id) })}
          />
        </Box>
        <Box
          sx={{
            display: 'grid',
            gap: 2,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
          }}
        >
          {questions.map((name) => (
            <Asked
              key={`${name} ${get(name)}`}
              name={name}
              given={get(name)}
              isDisabled={!hasBrand}
              onAsk={(value) => put({ event_id: '', player_ref: '', [name]: value })}
            />
          ))}
        </Box>
        {!eventId && !player && <WhereToFind hasBrand={hasBrand} />}
        {hasBrand && eventId && <EventAnswer brand={brand} eventId={eventId} />}
        {hasBrand && !eventId && player && <PlayerAnswer brand={brand} player={player} />}
      </Paper>
    </Box>
  )
}

/** The one brand that a person sees; null where there are several. */
function useSoleBrand(): number | null {
  const { options } = useOptions({ target: 'brand', typed: '', narrowing: {}, isEnabled: true })
  return options.length === 1 ? Number(options[0]!.id) : null
}

/** Before a search: what is missing, and where the ids stand. */
function WhereToFind({ hasBrand }: { hasBrand: boolean }) {
  const translate = useTranslate()
  return (
    <Box sx={{ mt: 3 }}>
      <Typography variant="subtitle2" component="h2">
        {translate(hasBrand ? 'moneyPages.trace.where.title' : 'moneyPages.trace.where.brandFirst')}
      </Typography>
      <Box component="ul" sx={{ m: 0, mt: 1, pl: 2.5 }}>
        {(['event', 'player', 'entry'] as const).map((each) => (
          <Typography key={each} component="li" variant="body2" color="textSecondary">
            {translate(`moneyPages.trace.where.${each}`)}
          </Typography>
        ))}
      </Box>
    </Box>
  )
}

function Asked({
  name,
  given,
  isDisabled,
  onAsk,
}: {
  name: Question
  given: string
  isDisabled: boolean
  onAsk: (value: string) => void
}) {
  const translate = useTranslate()
  const [value, setValue] = useState(given)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (value.trim() !== '') onAsk(value.trim())
  }
  return (
    <Box component="form" onSubmit={submit} sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
      <TextField
        size="small"
        margin="none"
        fullWidth
        label={translate(`moneyPages.trace.${labels[name]}`)}
        value={value}
        onChange={({ target }) => setValue(target.value)}
        slotProps={{ htmlInput: { maxLength: 200, autoComplete: 'off' } }}
      />
      <Button type="submit" variant="outlined" disabled={isDisabled || value.trim() === ''}>
        {translate('moneyPages.trace.ask')}
      </Button>
    </Box>
  )
}

function useTrace<Answer>(path: string) {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  return useQuery({
    queryKey: ['trace', path],
    queryFn: ({ signal }) => dataProvider.read<Answer>(path, signal),
    retry: false,
    staleTime: 0,
  })
}

function EventAnswer({ brand, eventId }: { brand: number; eventId: string }) {
  const query = useTrace<EventTrace>(
    `/api/event/trace?${new URLSearchParams({ brand: String(brand), event_id: eventId })}`,
  )
  return <QueryBoundary query={query}>{(trace) => <TracedEvent trace={trace} />}</QueryBoundary>
}

function PlayerAnswer({ brand, player }: { brand: number; player: string }) {
  const query = useTrace<PlayerTrace>(
    `/api/player/qualification?${new URLSearchParams({ brand: String(brand), player_ref: player })}`,
  )
  return <QueryBoundary query={query}>{(trace) => <TracedPlayer trace={trace} />}</QueryBoundary>
}
