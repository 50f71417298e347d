import { useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import type { AffiliateBelow, QualifiedPlayer } from '../../answers/explanation.ts'
import { formatMoney } from '#engine/ui/fields/format.ts'
import { RecordLink } from '#engine/ui/fields/RecordLink.tsx'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { useRecordCurrency } from '#engine/ui/fields/useRecordCurrency.ts'
import { ScrollBox } from '#engine/ui/fields/ScrollBox.tsx'

/** Who qualified for CPA on the day, and by which link each came. */
export function Players({ players }: { players: readonly QualifiedPlayer[] }) {
  return (
    <Box component="ul" sx={{ m: 0, pl: 2.5, typography: 'body2', overflowWrap: 'anywhere', columnWidth: 260 }}>
      {players.map(({ player, link }) => (
        <li key={player}>
          {player}
          {link && (
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {' '}
              · {link}
            </Box>
          )}
        </li>
      ))}
    </Box>
  )
}

const columns = ['ggr', 'ngr', 'reward'] as const

/** The affiliates whose day a partner's line reckons with, with their total. */
export function Below({ rows }: { rows: readonly AffiliateBelow[] }) {
  const translate = useTranslate()
  const language = useLanguage()
  const currency = useRecordCurrency()
  const money = (value: number) => formatMoney(value, { language, currency })
  const total = (column: (typeof columns)[number]) =>
    Math.round(rows.reduce((sum, row) => sum + row[column] * 100, 0)) / 100
  return (
    <ScrollBox label={translate('resources.affiliate.name', { smart_count: 2 })}>
      <Table size="small" sx={{ maxWidth: 720 }}>
        <TableHead>
          <TableRow>
            <TableCell>{translate('resources.affiliate.name', { smart_count: 1 })}</TableCell>
            {columns.map((column) => (
              <TableCell key={column} align="right">
                {translate(`measures.${column === 'reward' ? 'affiliate_reward' : column}`)}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={row.affiliate ?? 0}>
              <TableCell component="th" scope="row">
                {row.affiliate === null ? (
                  translate('resourcePages.entries.belowHidden')
                ) : (
                  <RecordLink resource="affiliate" id={row.affiliate}>
                    {row.name ?? `#${row.affiliate}`}
                  </RecordLink>
                )}
              </TableCell>
              {columns.map((column) => (
                <TableCell key={column} align="right">
                  {money(row[column])}
                </TableCell>
              ))}
            </TableRow>
          ))}
          <TableRow sx={{ '& > *': { fontWeight: 600 } }}>
            <TableCell component="th" scope="row">
              {translate('resourcePages.report.total')}
            </TableCell>
            {columns.map((column) => (
              <TableCell key={column} align="right">
                {money(total(column))}
              </TableCell>
            ))}
          </TableRow>
        </TableBody>
      </Table>
    </ScrollBox>
  )
}
