import { lazy, Suspense, useState } from 'react'
import { useNotify, useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import Paper from '@mui/material/Paper'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { OnePicker } from '#engine/ui/fields/inputs/references/ReferencePicker.tsx'
import { PageHeading } from '#engine/records/ui/PageHeading.tsx'
import { useNotifyError } from '#engine/records/ui/useErrorText.ts'
import { QueryBoundary } from '#engine/ui/queryPage/Answered.tsx'
import { Pager } from '#engine/ui/queryPage/Pager.tsx'
import { useAddress } from '#engine/ui/queryPage/useAddress.ts'
import { type UnattributedEvent, unattributedReasons } from '../../answers/unattributed.ts'
import { eventKey } from './eventKey.ts'
import { EventTable } from './EventTable.tsx'
import {
  type Reattributed,
  readUnattributedQuery,
  type UnattributedQuery,
  useReattribute,
  useUnattributed,
} from './useUnattributed.ts'

const GiveToDialog = lazy(() => import('./GiveToDialog.tsx'))
const none: ReadonlyMap<string, UnattributedEvent> = new Map()

/** Events that belong to nobody yet, with their reason; tried again, or given to a link by hand. */
export default function UnattributedPage() {
  const translate = useTranslate()
  const address = useAddress()
  const query = readUnattributedQuery(address.get)
  const found = useUnattributed(query)
  const [chosen, setChosen] = useState(none)
  const change = (changed: Readonly<Record<string, string>>) => {
    setChosen(none)
    address.put(changed)
  }
  const { retryAll } = useReattribute()
  const { run, isRunning } = useAttempt(() => setChosen(none))
  return (
    <Box sx={{ minWidth: 0 }}>
      <PageHeading
        title={translate('moneyPages.unattributed.title')}
        detail={translate('moneyPages.unattributed.lead')}
      >
        <Button
          variant="outlined"
          loading={isRunning}
          disabled={!found.data?.total}
          onClick={() => void run(() => retryAll(query.brand))}
        >
          {translate('moneyPages.unattributed.retryAll')}
        </Button>
      </PageHeading>
      <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
        <Filters query={query} onChange={change} />
        <Selected chosen={chosen} onDone={() => setChosen(none)} />
        <QueryBoundary query={found}>
          {({ events, total }) =>
            total === 0 ? (
              <NoEvents isNarrowed={query.brand !== null || query.reason !== ''} />
            ) : (
              <>
                <EventTable events={events} chosen={chosen} onChoose={setChosen} />
                <Pager total={total} page={query.page} size={query.size} onChange={change} />
              </>
            )
          }
        </QueryBoundary>
      </Paper>
    </Box>
  )
}

/** Runs an attempt and says what came of it. */
function useAttempt(onDone: () => void) {
  const notify = useNotify()
  const notifyError = useNotifyError()
  const [isRunning, setIsRunning] = useState(false)
  const run = async (attempt: () => Promise<Reattributed>): Promise<void> => {
    setIsRunning(true)
    try {
      const { attributed } = await attempt()
      notify('moneyPages.unattributed.done', {
        type: attributed > 0 ? 'success' : 'info',
        messageArgs: { smart_count: attributed },
      })
      onDone()
    } catch (error) {
      notifyError(error)
    } finally {
      setIsRunning(false)
    }
  }
  return { run, isRunning }
}

function Filters({
  query,
  onChange,
}: {
  query: UnattributedQuery
  onChange: (changed: Readonly<Record<string, string>>) => void
}) {
  const translate = useTranslate()
  return (
    <Box
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, px: 1.5, py: 1.25, borderBottom: 1, borderColor: 'divider' }}
    >
      <Box sx={{ width: { xs: '100%', sm: 240 } }}>
        <OnePicker
          target="brand"
          looks={{ margin: 'none', size: 'small' }}
          label={translate('filters.brand')}
          value={query.brand}
          onChange={(id) => onChange({ brand: id === null ? '' : String(id) })}
        />
      </Box>
      <TextField
        select
        size="small"
        margin="none"
        label={translate('moneyPages.unattributed.reason')}
        value={query.reason}
        onChange={({ target }) => onChange({ reason: target.value })}
        sx={{ width: { xs: '100%', sm: 280 } }}
        slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
      >
        <MenuItem value="">{translate('resourcePages.report.allShown')}</MenuItem>
        {unattributedReasons.map((reason) => (
          <MenuItem key={reason} value={reason}>
            {translate(`moneyPages.unattributed.reasons.${reason}`)}
          </MenuItem>
        ))}
      </TextField>
    </Box>
  )
}

/** What can be done with the chosen events. */
function Selected({ chosen, onDone }: { chosen: ReadonlyMap<string, UnattributedEvent>; onDone: () => void }) {
  const translate = useTranslate()
  const { retry } = useReattribute()
  const { run, isRunning } = useAttempt(onDone)
  const [isGiving, setIsGiving] = useState(false)
  const events = [...chosen.values()]
  const isOneBrand = new Set(events.map(({ brand }) => brand)).size === 1
  if (events.length === 0) return null
  const label = translate('resourcePages.list.selected', { smart_count: events.length })
  return (
    <Box
      role="toolbar"
      aria-label={label}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1,
        alignItems: 'center',
        px: 2,
        py: 0.75,
        bgcolor: 'action.selected',
      }}
    >
      <Typography variant="body2" aria-live="polite" sx={{ flexGrow: 1 }}>
        {label}
        {isOneBrand ? '' : `. ${translate('moneyPages.unattributed.oneBrand')}`}
      </Typography>
      <Button size="small" loading={isRunning} onClick={() => void run(() => retry(events))}>
        {translate('moneyPages.unattributed.retry')}
      </Button>
      <Button size="small" disabled={!isOneBrand} onClick={() => setIsGiving(true)}>
        {translate('moneyPages.unattributed.giveTo')}
      </Button>
      {isGiving && (
        <Suspense fallback={null}>
          <GiveToDialog
            key={events.map(eventKey).join()}
            events={events}
            onClose={() => setIsGiving(false)}
            onDone={onDone}
          />
        </Suspense>
      )}
    </Box>
  )
}

function NoEvents({ isNarrowed }: { isNarrowed: boolean }) {
  const translate = useTranslate()
  return (
    <Typography sx={{ p: 4, textAlign: 'center' }} color="textSecondary">
      {translate(isNarrowed ? 'resourcePages.list.nothingFound' : 'moneyPages.unattributed.empty')}
    </Typography>
  )
}
