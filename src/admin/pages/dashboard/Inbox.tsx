import { useQueryClient } from '@tanstack/react-query'
import ExpandMoreIcon from '@mui/icons-material/ExpandMore'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { LinkBase, useDataProvider, useNotify, useTranslate } from 'react-admin'
import { lazy, type ReactNode, Suspense, useId, useState } from 'react'
import type { InboxItem, InboxKind } from '../../../config/answers/inbox.ts'
import type { BackOfficeDataProvider } from '../../dataProvider.ts'
import { useWork } from '../../dialogs/useWork.ts'
import { formatDay, formatMoment, formatMoney, formatNumber } from '../../fields/format.ts'
import { useLanguage } from '../../fields/useLanguage.ts'
import { useActor } from '../../resource/ResourcesContext.tsx'
import { useErrorText } from '../../resource/useErrorText.ts'
import { ago } from './ago.ts'
import { inboxPaths, payoutStatus } from './inboxPaths.ts'
import { inboxKey } from './inboxKey.ts'
import { useInbox } from './useInbox.ts'

const OwnWork = lazy(() => import('./OwnWork.tsx'))
const Here = lazy(() => import('./here/Here.tsx'))

/** What is done about these is done here, one by one. */
const doneHere: readonly InboxKind[] = [
  ...(Object.keys(payoutStatus) as (keyof typeof payoutStatus)[]),
  'ownerless',
  'failedJobs',
  'adjustments',
]

/** What waits for whoever is signed in: how much, what it comes to, since when, and a way to do it. */
export function Inbox() {
  const translate = useTranslate()
  const { data } = useInbox()
  if (!data) return null
  return (
    <Card component="section" aria-labelledby="inbox" sx={{ p: 2, mt: 2 }}>
      <Typography id="inbox" variant="h3" component="h2" sx={{ mb: 1 }}>
        {translate('work.inbox.title')}
      </Typography>
      {data.items.length === 0 ? (
        <Typography variant="body2" color="textSecondary">
          {translate('work.inbox.nothing')}
        </Typography>
      ) : null}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {data.items.map((item) => (
          <Item key={item.kind} item={item} />
        ))}
      </Box>
    </Card>
  )
}

const rowStyle = {
  display: 'grid',
  columnGap: 2,
  alignItems: 'center',
  gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', sm: 'minmax(0, 1fr) minmax(0, auto) 140px 132px' },
  py: 1,
  minHeight: 48,
  borderTop: 1,
  borderColor: 'divider',
} as const

function Item({ item }: { item: InboxItem }) {
  const { kind } = item
  const hereId = useId()
  const [isShown, setIsShown] = useState(false)
  const toggle = { isShown, hereId, onToggle: () => setIsShown(!isShown) }
  return (
    <Box component="li">
      <Box sx={rowStyle}>
        {doneHere.includes(kind) ? <Opener item={item} {...toggle} /> : <Label item={item} />}
        <Totals item={item} />
        <Age item={item} />
        <Box sx={{ justifySelf: 'end', gridColumn: { xs: 2, sm: 4 }, gridRow: { xs: 1, sm: 'auto' } }}>
          <Doing item={item} />
        </Box>
      </Box>
      {isShown ? (
        <Box id={hereId}>
          <Suspense fallback={<Skeleton height={48} />}>
            <Here kind={kind} />
          </Suspense>
        </Box>
      ) : null}
      {kind === 'tasks' || kind === 'mentions' ? (
        <Suspense fallback={<Skeleton height={48} />}>
          <OwnWork kind={kind === 'tasks' ? 'task' : 'mention'} />
        </Suspense>
      ) : null}
    </Box>
  )
}

function Label({ item: { kind, count } }: { item: InboxItem }) {
  const translate = useTranslate()
  const language = useLanguage()
  return (
    <Typography component="span" variant="body2" sx={{ overflowWrap: 'anywhere' }}>
      <Box component="strong" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {formatNumber(count, { language })}
      </Box>{' '}
      {translate(`work.inbox.kinds.${kind}`, { smart_count: count })}
    </Typography>
  )
}

/** What waits, and a way to see it here one by one. */
function Opener({
  item,
  isShown,
  hereId,
  onToggle,
}: {
  item: InboxItem
  isShown: boolean
  hereId: string
  onToggle: () => void
}) {
  return (
    <Button
      color="inherit"
      aria-expanded={isShown}
      aria-controls={isShown ? hereId : undefined}
      onClick={onToggle}
      startIcon={<ExpandMoreIcon sx={{ transform: isShown ? 'none' : 'rotate(-90deg)' }} />}
      sx={{ justifySelf: 'start', px: 0.5, ml: -0.5, fontWeight: 400, textAlign: 'start' }}
    >
      <Label item={item} />
    </Button>
  )
}

/** What it comes to, a currency by itself. */
function Totals({ item: { totals = [] } }: { item: InboxItem }) {
  const language = useLanguage()
  return (
    <Typography
      component="span"
      variant="body2"
      sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums', textAlign: { sm: 'end' } }}
    >
      {totals.map(({ currency, value }) => formatMoney(value, { language, currency })).join(' · ')}
    </Typography>
  )
}

function Age({ item: { since } }: { item: InboxItem }) {
  const language = useLanguage()
  const [now] = useState(() => new Date())
  if (!since) return <Box component="span" sx={{ display: { xs: 'none', sm: 'block' } }} />
  const exact = since.length === 10 ? formatDay(since) : `${formatMoment(since)} UTC`
  return (
    <Typography component="time" dateTime={since} title={exact} variant="body2" color="textSecondary">
      {ago(since, { now, language })}
    </Typography>
  )
}

/** The way to what waits, or what is done about it here. */
function Doing({ item }: { item: InboxItem }): ReactNode {
  const translate = useTranslate()
  const actor = useActor()
  const path = inboxPaths[item.kind]
  if (item.kind === 'neverClosed') return actor.root && item.since && item.until ? <CloseDays item={item} /> : null
  if (path === null) return null
  const name = translate(`work.inbox.kinds.${item.kind}`, { smart_count: item.count })
  const label = translate(item.kind === 'payable' ? 'work.inbox.pay' : 'work.inbox.open')
  return (
    <Button
      size="small"
      variant={item.kind === 'payable' ? 'contained' : 'outlined'}
      component={LinkBase}
      to={path}
      aria-label={`${label}: ${name}`}
    >
      {label}
    </Button>
  )
}

/** Closes the days that nobody has closed, from the first to the last. */
function CloseDays({ item: { since, until } }: { item: InboxItem }) {
  const translate = useTranslate()
  const notify = useNotify()
  const errorText = useErrorText()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const client = useQueryClient()
  const { run, isRunning, error } = useWork()
  const close = () =>
    run(async () => {
      await dataProvider.runAction({ resource: 'job', path: 'dailyClose/run', input: { from: since, to: until } })
      notify('work.inbox.closing', { type: 'success', messageArgs: { from: formatDay(since), to: formatDay(until) } })
      await client.invalidateQueries({ queryKey: inboxKey })
    })
  return (
    <>
      <Button size="small" variant="contained" loading={isRunning} onClick={() => void close()}>
        {translate('work.inbox.close')}
      </Button>
      {error === null ? null : (
        <Typography role="alert" variant="caption" color="error">
          {errorText(error)}
        </Typography>
      )}
    </>
  )
}
