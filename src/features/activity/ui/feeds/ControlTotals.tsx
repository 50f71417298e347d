import { useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { formatNumber } from '#engine/ui/fields/format.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import type { UploadReport } from '../../answers/uploads.ts'

/** What another system states for each month, by its files or as somebody typed it, what is booked here, and the difference. */
export function ControlTotals({ rows }: { rows: NonNullable<UploadReport['control']> }) {
  const translate = useTranslate()
  const language = useLanguage()
  const isRight = ({ difference }: { difference: string }) => Number(difference) === 0
  const number = (text: string) => formatNumber(Number(text), { language, decimals: 2 })
  return (
    <Box sx={{ mt: 1.5, overflowX: 'auto' }}>
      <Typography variant="subtitle2" component="h3">
        {translate('feeds.control.title')}
      </Typography>
      <Typography variant="body2" color={rows.every(isRight) ? 'textSecondary' : 'error'}>
        {translate(rows.every(isRight) ? 'feeds.control.equal' : 'feeds.control.differs')}
      </Typography>
      <Table size="small" aria-label={translate('feeds.control.title')}>
        <TableHead>
          <TableRow>
            <TableCell>{translate('feeds.control.month')}</TableCell>
            <TableCell>{translate('feeds.control.measure')}</TableCell>
            {(['theirs', 'ours', 'difference'] as const).map((name) => (
              <TableCell key={name} align="right">
                {translate(`feeds.control.${name}`)}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={`${row.month} ${row.measure}`}>
              <TableCell sx={{ whiteSpace: 'nowrap' }}>{row.month}</TableCell>
              <TableCell>{translate(`measures.${row.measure}`)}</TableCell>
              <TableCell align="right">
                {number(row.theirs)}
                {row.isStated && (
                  <Typography component="span" variant="caption" color="textSecondary" sx={{ display: 'block' }}>
                    {translate('migration.stated.by')}
                  </Typography>
                )}
              </TableCell>
              <TableCell align="right">{number(row.ours)}</TableCell>
              <TableCell align="right" sx={isRight(row) ? undefined : { color: 'error.main', fontWeight: 600 }}>
                {number(row.difference)}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  )
}
