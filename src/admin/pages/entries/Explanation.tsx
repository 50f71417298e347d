import type { ReactNode } from 'react'
import { useTranslate } from 'ra-core'
import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { measures } from '../../../domain/measures.ts'
import type { AnyRecord } from '../../../config/record.ts'
import { emptyText, formatDay, formatMoney, formatNumber } from '../../fields/format.ts'
import { useLanguage } from '../../fields/useLanguage.ts'

const isPlain = (value: unknown) => value === null || typeof value !== 'object'
const isRows = (value: unknown): value is AnyRecord[] => Array.isArray(value) && value.length > 0 && value.every((row) => typeof row === 'object' && row !== null && !Array.isArray(row) && Object.values(row).every(isPlain))

/** What the explanation calls a step: a measure or dimension by its label, anything else by its own words. */
function useStepLabel(): (name: string) => string {
  const translate = useTranslate()
  return (name) => translate(`measures.${name}`, { _: translate(`resources.reward.fields.${name}`, { _: translate(`dimensions.${name}`, { _: name.replace(/([A-Z])/g, ' $1').replaceAll('_', ' ').toLowerCase() }) }) })
}

function Plain({ name, value }: { name: string; value: unknown }) {
  const language = useLanguage()
  const translate = useTranslate()
  if (value === null || value === undefined || value === '') return <>{emptyText}</>
  const measure = measures[name as keyof typeof measures] as { unit: string } | undefined
  const isNumber = typeof value === 'number' || (typeof value === 'string' && /^-?\d+\.\d+$/.test(value))
  if (isNumber && (measure?.unit === 'money' || ['amount', 'base', 'earned'].includes(name))) return <>{formatMoney(value, { language })}</>
  if (typeof value === 'number') return <>{formatNumber(value, { language, decimals: 6 })}</>
  if (typeof value === 'boolean') return <>{translate(value ? 'ra.boolean.true' : 'ra.boolean.false')}</>
  return <>{/^\d{4}-\d{2}-\d{2}$/.test(String(value)) ? formatDay(String(value)) : String(value)}</>
}

/** An explanation as a tree of steps: facts as lines, rows as tables, what belongs together under its own heading. */
export function Explanation({ value, depth = 0 }: { value: AnyRecord; depth?: number }): ReactNode {
  const label = useStepLabel()
  const entries = Object.entries(value)
  const facts = entries.filter(([, each]) => isPlain(each))
  const parts = entries.filter(([, each]) => !isPlain(each) && !(Array.isArray(each) && each.length === 0))
  return (
    <Box sx={depth > 0 ? { pl: 2, borderLeft: 2, borderColor: 'divider' } : {}}>
      {facts.length > 0 && (
        <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: 'max-content 1fr', columnGap: 2, m: 0, mb: 1 }}>
          {facts.map(([name, each]) => [
            <Typography key={name} component="dt" variant="body2" color="textSecondary">{label(name)}</Typography>,
            <Typography key={`${name} value`} component="dd" variant="body2" sx={{ m: 0, overflowWrap: 'anywhere' }}><Plain name={name} value={each} /></Typography>,
          ])}
        </Box>
      )}
      {parts.map(([name, each]) => (
        <Box key={name} sx={{ mb: 1.5 }}>
          <Typography variant="subtitle2" component="h3">{label(name)}</Typography>
          <Part value={each} depth={depth} />
        </Box>
      ))}
    </Box>
  )
}

function Part({ value, depth }: { value: unknown; depth: number }) {
  if (isRows(value)) return <Rows rows={value} />
  if (!Array.isArray(value)) return <Explanation value={value as AnyRecord} depth={depth + 1} />
  return <>{value.map((each, index) => <Box key={index} sx={{ mb: 1 }}>{isPlain(each) ? String(each) : <Explanation value={each as AnyRecord} depth={depth + 1} />}</Box>)}</>
}

function Rows({ rows }: { rows: readonly AnyRecord[] }) {
  const label = useStepLabel()
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return (
    <Box sx={{ overflowX: 'auto' }}>
      <Table size="small">
        <TableHead><TableRow>{names.map((name) => <TableCell key={name}>{label(name)}</TableCell>)}</TableRow></TableHead>
        <TableBody>{rows.map((row, index) => <TableRow key={index}>{names.map((name) => <TableCell key={name}><Plain name={name} value={row[name]} /></TableCell>)}</TableRow>)}</TableBody>
      </Table>
    </Box>
  )
}
