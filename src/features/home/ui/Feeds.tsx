import { useState } from 'react'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { LinkBase, useTranslate } from 'react-admin'
import { resources } from '#resources/index.ts'
import { can } from '#engine/declaration/derive/access.ts'
import { formatNumber } from '#engine/ui/fields/format.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { ExactMoment } from '#engine/ui/fields/RelativeMoment.tsx'
import { useActor } from '#engine/records/ui/ResourcesContext.tsx'
import { type AttentionAnswer, isSilent } from './dashboardAnswer.ts'
import { useAttention } from './useDashboard.ts'

type Feed = NonNullable<AttentionAnswer['feeds']>[number]

const listStyle = {
  m: 0,
  p: 0,
  listStyle: 'none',
  '& li': {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    columnGap: 2,
    py: 1,
    borderTop: 1,
    borderColor: 'divider',
  },
  '& a': { color: 'primary.main' },
} as const

function FeedRow({ feed, opensBrand }: { feed: Feed; opensBrand: boolean }) {
  const translate = useTranslate()
  const language = useLanguage()
  const { brand, name, newestEvent, unattributed } = feed
  const [openedAt] = useState(() => new Date())
  const silent = isSilent(newestEvent, openedAt)
  return (
    <li>
      {opensBrand ? <LinkBase to={`/brand/${brand}`}>{name}</LinkBase> : <span>{name}</span>}
      <Box component="span" sx={{ textAlign: 'right', fontVariantNumeric: 'tabular-nums' }}>
        <Box component="span" sx={{ display: 'block', fontWeight: 600 }}>
          {newestEvent ? <ExactMoment at={newestEvent} /> : translate('pages.dashboard.neverSent')}
        </Box>
        {silent && newestEvent ? (
          <Typography variant="caption" sx={{ display: 'block', color: 'warning.main', fontWeight: 600 }}>
            {translate('pages.dashboard.silent')}
          </Typography>
        ) : null}
        {unattributed ? (
          <Typography variant="caption" sx={{ display: 'block', color: 'warning.main', fontWeight: 600 }}>
            {translate('pages.dashboard.unattributed', { count: formatNumber(unattributed, { language }) })}
          </Typography>
        ) : null}
      </Box>
    </li>
  )
}

/** How fresh the feed of each brand is, the longest silent first; nothing where the person may see no brand's feed. */
export function Feeds() {
  const translate = useTranslate()
  const actor = useActor()
  const feeds = useAttention()?.feeds
  if (!feeds || feeds.length === 0) return null
  const opensBrand = can({ actor, resource: resources.brand, operation: 'read' })
  return (
    <Card component="section" aria-labelledby="feeds" sx={{ p: 2 }}>
      <Typography id="feeds" variant="h3" component="h2">
        {translate('pages.dashboard.feeds')}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1 }}>
        {translate('pages.dashboard.feedsHint')}
      </Typography>
      <Box component="ul" sx={listStyle}>
        {feeds.map((feed) => (
          <FeedRow key={feed.brand} feed={feed} opensBrand={opensBrand} />
        ))}
      </Box>
    </Card>
  )
}
