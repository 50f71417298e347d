import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { LinkBase, useTranslate } from 'ra-core'
import { formatMoney, formatNumber } from '../../fields/format.ts'
import { useLanguage } from '../../fields/useLanguage.ts'
import type { DashboardAnswer } from './dashboardAnswer.ts'

interface Matter { readonly name: string; readonly count: number; readonly value?: number; readonly to: string | null }

const filtered = (path: string, filter: Record<string, unknown>) => `${path}?filter=${encodeURIComponent(JSON.stringify(filter))}`

/** What was answered and is not zero, each with where to look at it. */
function mattersOf({ pendingEntries, failedPayments, unattributedEvents, incompleteAffiliates }: DashboardAnswer): Matter[] {
  const all: (Matter | null)[] = [
    failedPayments ? { name: 'failed', ...failedPayments, to: filtered('/payment', { status: ['rejected', 'unknown', 'returned'] }) } : null,
    pendingEntries ? { name: 'pending', ...pendingEntries, to: filtered('/entry', { status: ['pending'] }) } : null,
    incompleteAffiliates ? { name: 'incomplete', ...incompleteAffiliates, to: '/affiliate' } : null,
    unattributedEvents ? { name: 'unattributed', ...unattributedEvents, to: null } : null,
  ]
  return all.filter((matter): matter is Matter => matter !== null && matter.count > 0)
}

/** What somebody has to do something about. */
export function Attention({ answer }: { answer: DashboardAnswer }) {
  const translate = useTranslate()
  const language = useLanguage()
  const matters = mattersOf(answer)
  const isAnswered = [answer.pendingEntries, answer.failedPayments, answer.unattributedEvents, answer.incompleteAffiliates].some(Boolean)
  if (!isAnswered) return null
  return (
    <Card component="section" aria-labelledby="attention" sx={{ p: 2 }}>
      <Typography id="attention" variant="h3" component="h2" sx={{ mb: 1 }}>{translate('pages.dashboard.attention')}</Typography>
      {matters.length === 0 ? <Typography variant="body2" sx={{ color: 'text.secondary' }}>{translate('pages.dashboard.nothing')}</Typography> : null}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', '& li': { display: 'flex', gap: 2, py: 0.75, borderTop: 1, borderColor: 'divider' }, '& a': { color: 'primary.main' } }}>
        {matters.map(({ name, count, value, to }) => {
          const label = translate(`pages.dashboard.${name}`)
          return (
            <li key={name}>
              <Box sx={{ flex: 1 }}>{to ? <LinkBase to={to}>{label}</LinkBase> : label}</Box>
              {value === undefined ? null : <Box sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>{formatMoney(value, { language })}</Box>}
              <Box sx={{ minWidth: 48, textAlign: 'end', fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>{formatNumber(count, { language })}</Box>
            </li>
          )
        })}
      </Box>
    </Card>
  )
}
