import { Suspense, useState } from 'react'
import { useRecordContext, useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import type { FigureSum } from '../../answers/recordHead.ts'
import { mayReadNotes } from '#engine/declaration/derive/access.ts'
import { isListTab, isSumFigure, type ListTab } from '#engine/declaration/recordPage.ts'
import { FieldValue } from '#engine/ui/fields/FieldValue.tsx'
import { formatDay, formatMoney, formatNumber, isEmpty } from '#engine/ui/fields/format.ts'
import { lazyWithTexts } from '#engine/ui/shell/i18nProvider.ts'
import { labelKeys, useFieldLabel } from '#engine/ui/fields/labels.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { columnsOf } from '../derivePages.ts'
import { useActor, useConfiguredResource } from '../ResourcesContext.tsx'
import RelatedList from './RelatedList.tsx'
import { useHead } from './useHead.ts'
import { useTabs } from './useTabs.ts'

const Timeline = lazyWithTexts(() => import('#engine/notes/ui/Timeline.tsx'))

/** A record at one glance: what it is, what the days of its figures came to, and the newest of what made them. */
export default function OverviewTab() {
  const resource = useConfiguredResource()
  const actor = useActor()
  const { parts } = useTabs()
  const { data, isPending } = useHead()
  const head = Object.entries(resource.page!.head)
  const source = head.find(([, figure]) => isSumFigure(figure) && figure.on !== undefined)?.[1]
  const listed = parts.find(({ tab }) => isListTab(tab) && isSumFigure(source!) && tab.list === source.of)
  const overview = (
    <>
      <Facts />
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          mb: 2,
          alignItems: 'start',
          gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 340px), 1fr))',
        }}
      >
        {head.map(([name]) =>
          (data?.figures[name] ?? [])
            .filter(({ days }) => days?.some(({ value }) => value !== 0))
            .map((sum) => <DaysOf key={`${name} ${sum.currency}`} name={name} sum={sum} />),
        )}
      </Box>
      {/* Below days of which nobody knows yet how many there are. */}
      {listed && !isPending ? <RelatedList tab={listed.tab as ListTab} /> : null}
    </>
  )
  if (!resource.page!.timeline || !mayReadNotes({ actor, resource })) return overview
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 360px' } }}>
      <Box sx={{ minWidth: 0 }}>{overview}</Box>
      {/* As high as what stands beside it: a panel begins with a gap. */}
      <Box sx={{ minWidth: 0, mt: { xs: 0, lg: -2 } }}>
        <Suspense fallback={<Skeleton variant="rounded" height={320} />}>
          <Timeline />
        </Suspense>
      </Box>
    </Box>
  )
}

/** What the list of its kind shows of it. */
function Facts() {
  const translate = useTranslate()
  const resource = useConfiguredResource()
  const actor = useActor()
  const record = useRecordContext()
  const label = useFieldLabel()
  const shown = columnsOf({ resource, actor }).filter(
    ({ name, isShownAtFirst }) => isShownAtFirst && name !== resource.title && !isEmpty(record?.[name]),
  )
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-label={translate('work.record.facts')}
      sx={{ p: { xs: 2, sm: 2.5 }, mb: 2 }}
    >
      <Box
        component="dl"
        sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(180px, 1fr))', gap: 2, m: 0 }}
      >
        {shown.map(({ name, field }) => (
          <Box key={name} sx={{ minWidth: 0 }}>
            <Typography component="dt" variant="caption" color="textSecondary">
              {label(resource.name, name)}
            </Typography>
            <Typography component="dd" variant="body2" sx={{ m: 0, overflowWrap: 'anywhere' }}>
              <FieldValue field={field} value={record?.[name]} isWhole />
            </Typography>
          </Box>
        ))}
      </Box>
    </Paper>
  )
}

const daysAtFirst = 7

/** The days behind a figure's line, as a table: the newest first, those on which nothing was left out. */
function DaysOf({ name, sum: { currency, days = [] } }: { name: string; sum: FigureSum }) {
  const translate = useTranslate()
  const language = useLanguage()
  const resource = useConfiguredResource()
  const title = `${translate(labelKeys.figure(resource.name, name))}: ${translate('work.record.byDay')}`
  const write = (value: number) =>
    currency === null ? formatNumber(value, { language }) : formatMoney(value, { language, currency })
  const moved = days.filter(({ value }) => value !== 0).toReversed()
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? moved : moved.slice(0, daysAtFirst)
  const widest = Math.max(...moved.map(({ value }) => Math.abs(value)))
  return (
    <Paper component="section" variant="outlined" sx={{ p: { xs: 2, sm: 2.5 }, minWidth: 0 }}>
      <Typography component="h2" variant="subtitle1" sx={{ fontWeight: 600 }}>
        {title}
      </Typography>
      <Table size="small" aria-label={title} sx={{ maxWidth: 640, '& tr:last-of-type > *': { borderBottom: 0 } }}>
        <TableHead>
          <TableRow>
            <TableCell>{translate('dimensions.day')}</TableCell>
            <TableCell align="right">{currency ?? translate('resourcePages.entries.count')}</TableCell>
            <TableCell component="td" sx={{ width: '45%' }} />
          </TableRow>
        </TableHead>
        <TableBody>
          {shown.map(({ day, value }) => (
            <TableRow key={day}>
              <TableCell component="th" scope="row">
                {formatDay(day)}
              </TableCell>
              <TableCell align="right" sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
                {write(value)}
              </TableCell>
              <TableCell aria-hidden>
                <Box
                  sx={{
                    height: 10,
                    borderRadius: 0.5,
                    width: `${(Math.abs(value) / widest) * 100}%`,
                    bgcolor: value < 0 ? 'error.main' : 'primary.main',
                    opacity: 0.7,
                  }}
                />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {moved.length > daysAtFirst && !isWhole ? (
        <Button size="small" onClick={() => setIsWhole(true)}>
          {translate('work.record.more')}
        </Button>
      ) : null}
    </Paper>
  )
}
