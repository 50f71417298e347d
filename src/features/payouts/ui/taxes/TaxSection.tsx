import { useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Paper from '@mui/material/Paper'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import type { TaxMessages } from '#locales/en/taxes.ts'
import type { TaxName } from '#resources/taxes.ts'
import type { ListedTaxTable } from '../../answers/taxes.ts'
import { formatDay, formatMoney, formatPercent } from '#engine/ui/fields/format.ts'
import { ScrollBox } from '#engine/ui/fields/ScrollBox.tsx'
import { businessToday } from '#engine/ui/fields/today.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { useMomentText } from '#engine/ui/fields/useMomentText.ts'
import { type Draft, draftOf } from './draft.ts'
import { groupsOf, type ShownTable, type TableGroup, taxes } from './taxTables.ts'
import { useKindName } from './useKindName.ts'
import { interpolate } from './useTaxTexts.ts'

interface TaxSectionProps {
  readonly tax: TaxName
  readonly tables: readonly ListedTaxTable[]
  readonly texts: TaxMessages
  readonly onChange: (draft: Draft) => void
}

/** One tax: on what it is reckoned, and its tables by whose payments they are for. */
export function TaxSection({ tax, tables, texts, onChange }: TaxSectionProps) {
  const translate = useTranslate()
  const groups = groupsOf(tables, tax, businessToday())
  const { after = [], byMunicipality = false } = taxes[tax]!
  const nameOf = (name: string) => translate(`moneyPages.statement.taxes.${name}`)
  const base = after.length === 0 ? texts.base : interpolate(texts.baseAfter, { taxes: after.map(nameOf).join(', ') })
  return (
    <Paper variant="outlined" component="section" sx={{ p: 2 }} aria-label={nameOf(tax)}>
      <Typography variant="h6" component="h2">
        {nameOf(tax)}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {byMunicipality ? `${base} ${texts.ofTown}` : base}
      </Typography>
      {groups.length === 0 && (
        <Typography variant="body2" sx={{ mt: 1 }}>
          {texts.none}
        </Typography>
      )}
      {groups.map((group) => (
        <Group key={JSON.stringify(group.kind)} group={group} texts={texts} onChange={onChange} />
      ))}
    </Paper>
  )
}

function Group({ group, texts, onChange }: { group: TableGroup } & Pick<TaxSectionProps, 'texts' | 'onChange'>) {
  const nameOf = useKindName(texts)
  const { kind, tables } = group
  const name = nameOf(kind)
  const present = (tables.find(({ state }) => state === 'holds') ?? tables[0]!).table
  return (
    <Box sx={{ mt: 2 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Typography variant="subtitle2" component="h3" sx={{ flexGrow: 1, overflowWrap: 'anywhere' }}>
          {name}
        </Typography>
        <Button
          size="small"
          aria-label={interpolate(texts.changeOf, { table: name })}
          onClick={() => onChange(draftOf(present, businessToday()))}
        >
          {texts.change}
        </Button>
      </Box>
      <ScrollBox label={name}>
        <Table size="small" aria-label={name}>
          <TableHead>
            <TableRow>
              {Object.entries(texts.columns).map(([column, label]) => (
                <TableCell key={column}>{label}</TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {tables.map((shown) => (
              <Version key={shown.table.from} shown={shown} texts={texts} />
            ))}
          </TableBody>
        </Table>
      </ScrollBox>
    </Box>
  )
}

const stateColors = { holds: 'success', coming: 'info', over: 'default' } as const

/** A table as it holds from one day to another. */
function Version({ shown, texts }: { shown: ShownTable; texts: TaxMessages }) {
  const money = { language: useLanguage(), currency: shown.table.currency }
  const moment = useMomentText()
  const { table, until, state } = shown
  const { from, brackets, ceiling, source, loadedAt, loadedBy } = table
  return (
    <TableRow sx={state === 'over' ? { '& td': { color: 'text.secondary' } } : {}}>
      <TableCell sx={{ whiteSpace: 'nowrap' }}>
        {formatDay(from)} <Chip size="small" color={stateColors[state]} label={texts.states[state]} />
      </TableCell>
      <TableCell sx={{ whiteSpace: 'nowrap' }}>
        {until === null ? texts.open : interpolate(texts.until, { day: formatDay(until) })}
      </TableCell>
      <TableCell>
        {brackets.map((bracket) => (
          <Box key={bracket.from} sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
            {interpolate(bracket.deduct === 0 ? texts.bracket : texts.bracketLess, {
              from: formatMoney(bracket.from, money),
              rate: formatPercent(bracket.rate, money),
              deduct: formatMoney(bracket.deduct, money),
            })}
          </Box>
        ))}
      </TableCell>
      <TableCell sx={{ whiteSpace: 'nowrap' }}>{ceiling === null ? '–' : formatMoney(ceiling, money)}</TableCell>
      <TableCell sx={{ minWidth: 160, overflowWrap: 'anywhere' }}>{source}</TableCell>
      <TableCell sx={{ whiteSpace: 'nowrap' }}>
        {loadedAt ? interpolate(texts.loaded, { at: moment(loadedAt), name: loadedBy ?? '–' }) : '–'}
      </TableCell>
    </TableRow>
  )
}
