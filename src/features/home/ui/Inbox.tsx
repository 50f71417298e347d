import ExpandMoreIcon from '@mui/icons-material/ExpandMore'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { LinkBase, useTranslate } from 'react-admin'
import { type ReactNode, Suspense, useId, useState } from 'react'
import type { InboxItem } from '../answers/inbox.ts'
import { formatDay, formatMoment, formatMoney, formatNumber } from '#engine/ui/fields/format.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { relativeDays } from './ago.ts'
import { useInbox } from './useInbox.ts'
import { inboxViews } from './inboxViews.ts'

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
  const { Here, Open } = inboxViews[kind]
  const hereId = useId()
  const [isShown, setIsShown] = useState(false)
  const toggle = { isShown, hereId, onToggle: () => setIsShown(!isShown) }
  return (
    <Box component="li">
      <Box sx={rowStyle}>
        {Here ? <Opener item={item} {...toggle} /> : <Label item={item} />}
        <Totals item={item} />
        <Age item={item} />
        <Box sx={{ justifySelf: 'end', gridColumn: { xs: 2, sm: 4 }, gridRow: { xs: 1, sm: 'auto' } }}>
          <Doing item={item} />
        </Box>
      </Box>
      {Here && isShown ? (
        <Box id={hereId}>
          <Suspense fallback={<Skeleton height={48} />}>
            <Here kind={kind} />
          </Suspense>
        </Box>
      ) : null}
      {Open ? (
        <Suspense fallback={<Skeleton height={48} />}>
          <Open kind={kind} />
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
      {relativeDays(since, { now, language })}
    </Typography>
  )
}

/** The way to what waits, or what is done about all of it here. */
function Doing({ item }: { item: InboxItem }): ReactNode {
  const translate = useTranslate()
  const { path, isPaid = false, Done } = inboxViews[item.kind]
  if (Done)
    return (
      <Suspense fallback={<Skeleton width={96} height={32} />}>
        <Done item={item} />
      </Suspense>
    )
  if (path === undefined) return null
  const name = translate(`work.inbox.kinds.${item.kind}`, { smart_count: item.count })
  const label = translate(isPaid ? 'work.inbox.pay' : 'work.inbox.open')
  return (
    <Button
      size="small"
      variant={isPaid ? 'contained' : 'outlined'}
      component={LinkBase}
      to={path}
      aria-label={`${label}: ${name}`}
    >
      {label}
    </Button>
  )
}
