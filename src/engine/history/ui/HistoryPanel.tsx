import { useState } from 'react'
import { useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Chip from '@mui/material/Chip'
import FormControlLabel from '@mui/material/FormControlLabel'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { sameValue } from '#engine/declaration/derive/difference.ts'
import { addDays } from '#engine/values/calendar.ts'
import { formatDay } from '#engine/ui/fields/format.ts'
import { useConfiguredResource } from '#engine/records/ui/ResourcesContext.tsx'
import { Panel } from '#engine/ui/panels/Panel.tsx'
import { CompareVersions } from './CompareVersions.tsx'
import type { HistoryRow } from './historyRow.ts'
import { RestoreVersion } from './RestoreVersion.tsx'
import { useVersions } from './useVersions.ts'
import { VersionValue } from './VersionValue.tsx'
import { RelativeMoment } from '#engine/ui/fields/RelativeMoment.tsx'
import { LazyPanels } from '#engine/ui/panels/LazyPanels.tsx'
import { slots } from '#engine/ui/slots.ts'

/** Everything the dated fields of a record ever were, with the days they held and who changed them. */
export default function HistoryPanel() {
  const translate = useTranslate()
  const resource = useConfiguredResource()
  const { data, isPending, refetch } = useVersions()
  const { above, below } = slots().history
  const Below = below[resource.name]
  const retry = (
    <Button color="inherit" size="small" onClick={() => void refetch()}>
      {translate('resourcePages.list.retry')}
    </Button>
  )
  return (
    <Panel
      title={translate('panels.history.title')}
      lead={translate(data?.length === 1 ? 'panels.history.one' : 'panels.history.lead')}
    >
      <LazyPanels panels={above} />
      {isPending && <Skeleton variant="rounded" height={80} />}
      {!isPending && !data && (
        <Alert severity="error" action={retry}>
          {translate('panels.history.failed')}
        </Alert>
      )}
      {data && <Versions rows={data} />}
      <LazyPanels panels={Below ? [Below] : []} />
    </Panel>
  )
}

/** All of them; two that are chosen stand beside each other above. */
function Versions({ rows }: { rows: readonly HistoryRow[] }) {
  const [chosen, setChosen] = useState<readonly number[]>([])
  const choose = (id: number) =>
    setChosen((before) => (before.includes(id) ? before.filter((each) => each !== id) : [...before, id].slice(-2)))
  const [newer, older] = rows.filter(({ id }) => chosen.includes(id))
  return (
    <>
      {newer && older && <CompareVersions older={older} newer={newer} />}
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {rows.map((row, index) => (
          <Version
            key={row.id}
            row={row}
            before={rows[index + 1]}
            current={rows[0]!}
            isChosen={chosen.includes(row.id)}
            onChoose={rows.length > 1 ? () => choose(row.id) : undefined}
          />
        ))}
      </Box>
    </>
  )
}

function usePeriod(): (row: HistoryRow) => string {
  const translate = useTranslate()
  return ({ validFrom, validTo }) => {
    const last = validTo === null ? null : addDays(validTo, -1)
    if (validFrom === null)
      return last === null
        ? translate('panels.history.always')
        : translate('panels.history.until', { day: formatDay(last) })
    if (last === null) return translate('panels.history.sinceDay', { day: formatDay(validFrom) })
    return last === validFrom
      ? formatDay(validFrom)
      : translate('panels.history.range', { from: formatDay(validFrom), to: formatDay(last) })
  }
}

const isEmpty = (value: unknown) =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0)

interface VersionProps {
  readonly row: HistoryRow
  readonly before: HistoryRow | undefined
  readonly current: HistoryRow
  readonly isChosen: boolean
  readonly onChoose: (() => void) | undefined
}

function Version({ row, before, current, isChosen, onChoose }: VersionProps) {
  const translate = useTranslate()
  const period = usePeriod()
  const isChanged = (name: string) => before !== undefined && !sameValue(before.values[name], row.values[name])
  const names = Object.keys(row.values).filter((name) => isChanged(name) || !isEmpty(row.values[name]))
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '210px minmax(0, 1fr)' },
        columnGap: 3,
        rowGap: 1,
        py: 1.5,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box>
        <Typography variant="body2" sx={{ fontWeight: 600 }}>
          {period(row)}
        </Typography>
        {row.validTo === null && (
          <Chip
            size="small"
            color="primary"
            variant="outlined"
            label={translate('panels.history.today')}
            sx={{ my: 0.5 }}
          />
        )}
        <Typography variant="caption" component="div" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {row.changedBy && (
            <>
              {row.changedBy}
              <br />
              <RelativeMoment at={row.changedAt} />
              <br />
            </>
          )}
          {translate('panels.history.version')} {row.id}
          {row.correction !== null && (
            <>
              <br />
              {translate('panels.history.corrected', { correction: row.correction })}
            </>
          )}
        </Typography>
        {onChoose && (
          <FormControlLabel
            control={<Checkbox size="small" checked={isChosen} onChange={onChoose} sx={{ py: 0.5 }} />}
            label={<Typography variant="caption">{translate('work.versions.compare')}</Typography>}
            slotProps={{ typography: { component: 'span' } }}
          />
        )}
        {row !== current && <RestoreVersion row={row} current={current} />}
      </Box>
      <Box
        component="dl"
        sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(180px, 1fr))', gap: 1.5, m: 0 }}
      >
        {names.map((name) => (
          <VersionValue
            key={name}
            name={name}
            value={row.values[name]}
            was={before?.values[name]}
            isChanged={isChanged(name)}
          />
        ))}
      </Box>
    </Box>
  )
}
