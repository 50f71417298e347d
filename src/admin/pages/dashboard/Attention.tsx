import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { LinkBase, useTranslate } from 'ra-core'
import { formatNumber } from '../../fields/format.ts'
import { useLanguage } from '../../fields/useLanguage.ts'
import { useCount } from './useDashboard.ts'

/** What may need somebody: each a list with a filter. */
const matters = [
  { name: 'failed', resource: 'payment', filter: { state: ['rejected', 'unknown', 'returned'] } },
  { name: 'approval', resource: 'payment', filter: { awaitsApproval: true } },
  { name: 'pending', resource: 'entry', filter: { status: ['pending'] } },
] as const

type Matter = (typeof matters)[number]

function MatterRow({ matter, count }: { matter: Matter; count: number }) {
  const translate = useTranslate()
  const language = useLanguage()
  return (
    <li>
      <LinkBase to={`/${matter.resource}?filter=${encodeURIComponent(JSON.stringify(matter.filter))}`}>{translate(`pages.dashboard.${matter.name}`)}</LinkBase>
      <Box component="span" sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>{formatNumber(count, { language })}</Box>
    </li>
  )
}

const listStyle = {
  m: 0, p: 0, listStyle: 'none',
  '& li': { display: 'flex', justifyContent: 'space-between', gap: 2, py: 1, borderTop: 1, borderColor: 'divider' },
  '& a': { color: 'primary.main' },
} as const

/** What somebody has to do something about; nothing of it where the person may see none of the lists. */
export function Attention() {
  const translate = useTranslate()
  const counted = matters.map((matter) => ({ matter, count: useCount(matter.resource, matter.filter) }))
  if (counted.every(({ count }) => count === undefined)) return null
  const open = counted.flatMap(({ matter, count }) => (count ? [<MatterRow key={matter.name} matter={matter} count={count} />] : []))
  return (
    <Card component="section" aria-labelledby="attention" sx={{ mt: 2, p: 2, maxWidth: 640 }}>
      <Typography id="attention" variant="h3" component="h2" sx={{ mb: 1 }}>{translate('pages.dashboard.attention')}</Typography>
      {open.length > 0 ? <Box component="ul" sx={listStyle}>{open}</Box> : <Typography variant="body2" sx={{ color: 'text.secondary' }}>{translate('pages.dashboard.nothing')}</Typography>}
    </Card>
  )
}
