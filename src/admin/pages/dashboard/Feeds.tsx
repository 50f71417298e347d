import Card from '@mui/material/Card'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { LinkBase, useTranslate } from 'ra-core'
import { formatMoment } from '../../fields/format.ts'
import type { DashboardAnswer } from './dashboardAnswer.ts'

/** When each brand's platform last sent something. */
export function Feeds({ answer: { feeds } }: { answer: DashboardAnswer }) {
  const translate = useTranslate()
  if (!feeds || feeds.length === 0) return null
  return (
    <Card component="section" aria-labelledby="feeds" sx={{ p: 2 }}>
      <Typography id="feeds" variant="h3" component="h2" sx={{ mb: 1 }}>{translate('pages.dashboard.feeds')}</Typography>
      <Table aria-labelledby="feeds">
        <TableHead><TableRow><TableCell>{translate('resources.brand.name', { smart_count: 1 })}</TableCell><TableCell>{translate('pages.dashboard.lastEvent')}</TableCell></TableRow></TableHead>
        <TableBody>
          {feeds.map(({ brand, name, lastEventAt }) => (
            <TableRow key={brand}>
              <TableCell component="th" scope="row"><LinkBase to={`/brand/${brand}`}>{name}</LinkBase></TableCell>
              <TableCell>{lastEventAt ? formatMoment(lastEventAt) : translate('pages.dashboard.neverFed')}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>
  )
}
