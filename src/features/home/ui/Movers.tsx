import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useTranslate } from 'react-admin'
import type { Mover } from '../answers/inbox.ts'
import { formatMoney } from '#engine/ui/fields/format.ts'
import { RecordLink } from '#engine/ui/fields/RecordLink.tsx'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { useMovers } from './useInbox.ts'

/** Who earned most this month, and whose earnings fell most; nothing where the person may not read entries. */
export function Movers() {
  const { data } = useMovers()
  if (!data) return null
  return (
    <>
      <Ranking name="top" movers={data.top} />
      <Ranking name="falling" movers={data.falling} />
    </>
  )
}

function Ranking({ name, movers }: { name: 'top' | 'falling'; movers: readonly Mover[] }) {
  const translate = useTranslate()
  const language = useLanguage()
  if (movers.length === 0) return null
  return (
    <Card component="section" aria-labelledby={`movers-${name}`} sx={{ p: 2 }}>
      <Typography id={`movers-${name}`} variant="h3" component="h2" sx={{ mb: 1 }}>
        {translate(`work.movers.${name}`)}
      </Typography>
      <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {movers.map(({ affiliate, name: who, currency, value, before }) => {
          const money = { language, currency }
          const change = Math.round((value - before) * 100) / 100
          return (
            <Box
              key={`${affiliate} ${currency}`}
              component="li"
              sx={{
                display: 'flex',
                gap: 2,
                justifyContent: 'space-between',
                py: 0.75,
                borderTop: 1,
                borderColor: 'divider',
              }}
            >
              <Typography component="span" variant="body2" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                <RecordLink resource="affiliate" id={affiliate}>
                  {who}
                </RecordLink>
              </Typography>
              <Box component="span" sx={{ textAlign: 'end', fontVariantNumeric: 'tabular-nums' }}>
                <Typography component="span" variant="body2" sx={{ display: 'block', fontWeight: 600 }}>
                  {formatMoney(value, money)}
                </Typography>
                <Typography
                  component="span"
                  variant="caption"
                  sx={{ color: change === 0 ? 'text.secondary' : change > 0 ? 'success.main' : 'error.main' }}
                >
                  {change > 0 ? '▲' : change < 0 ? '▼' : '='} {formatMoney(Math.abs(change), money)}
                </Typography>
              </Box>
            </Box>
          )
        })}
      </Box>
    </Card>
  )
}
