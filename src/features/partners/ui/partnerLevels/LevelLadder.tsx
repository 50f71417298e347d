import { useEffect, useState } from 'react'
import { useGetList, useRecordContext, useTranslate } from 'react-admin'
import { useWatch } from 'react-hook-form'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { sampleValues } from '#engine/values/expression/sampleValues.ts'
import { formatMoney } from '#engine/ui/fields/format.ts'
import { RecordLink } from '#engine/ui/fields/RecordLink.tsx'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { Panel } from '#engine/ui/panels/Panel.tsx'
import { type LevelPreview, rungResults } from './levelPreview.ts'

type Examine = Parameters<typeof rungResults>[1]

/** The parser is loaded by the formula's own input already. */
function useExamine(): Examine | null {
  const [examine, setExamine] = useState<Examine | null>(null)
  useEffect(() => {
    let isHere = true
    void import('#engine/ui/fields/inputs/expression/expressionLanguage.ts').then((language) => {
      if (isHere) setExamine(() => language.examine)
    })
    return () => {
      isHere = false
    }
  }, [])
  return examine
}

/** The levels as they are stored, this one as it is typed. */
function useRungs(): LevelPreview[] {
  const record = useRecordContext()
  const [name, level, expression] = useWatch({ name: ['name', 'level', 'expression'] }) as [unknown, unknown, unknown]
  const { data = [] } = useGetList(
    'partnerLevel',
    { sort: { field: 'level', order: 'ASC' }, pagination: { page: 1, perPage: 25 }, filter: {} },
    { staleTime: 30_000, retry: false },
  )
  const others = data
    .filter(({ id }) => id !== record?.id)
    .map((each): LevelPreview => ({
      id: Number(each.id),
      name: String(each['name']),
      level: Number(each['level']),
      expression: String(each['expression'] ?? ''),
      isThis: false,
    }))
  const own: LevelPreview[] =
    typeof level === 'number'
      ? [
          {
            id: record ? Number(record.id) : null,
            name: typeof name === 'string' ? name : '',
            level,
            expression: String(expression ?? ''),
            isThis: true,
          },
        ]
      : []
  return [...others, ...own].sort((one, other) => one.level - other.level)
}

/** The levels above and below one's own, with their formulas and what each would earn of the sample values. */
export default function LevelLadder() {
  const translate = useTranslate()
  const rungs = useRungs()
  const examine = useExamine()
  const results = examine ? rungResults(rungs, examine, sampleValues) : []
  return (
    <Panel
      title={translate('panels.levels.title')}
      lead={translate(rungs.length > 1 ? 'panels.levels.lead' : 'panels.levels.none')}
    >
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {rungs.map((rung, index) => (
          <Step key={rung.id ?? 'new'} rung={rung} result={results[index] ?? null} />
        ))}
      </Box>
    </Panel>
  )
}

function Step({ rung, result }: { rung: LevelPreview; result: string | null }) {
  const translate = useTranslate()
  const language = useLanguage()
  return (
    <Box
      component="li"
      aria-current={rung.isThis ? 'true' : undefined}
      sx={{
        ml: { xs: 0, sm: (rung.level - 1) * 3 },
        mb: 1,
        p: 1.5,
        border: 1,
        borderColor: rung.isThis ? 'primary.main' : 'divider',
        borderRadius: 1,
        minWidth: 0,
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'baseline', justifyContent: 'space-between' }}>
        <Typography variant="body2" sx={{ fontWeight: 600 }}>
          {translate('panels.levels.level', { level: rung.level })}:{' '}
          {rung.isThis || rung.id === null ? (
            rung.name
          ) : (
            <RecordLink resource="partnerLevel" id={rung.id}>
              {rung.name}
            </RecordLink>
          )}
          {rung.isThis && (
            <Typography component="span" variant="caption" color="textSecondary">
              {' '}
              · {translate('panels.levels.this')}
            </Typography>
          )}
        </Typography>
        <Typography variant="body2">
          {translate('panels.levels.result')}:{' '}
          <strong>{result === null ? translate('panels.levels.unknown') : formatMoney(result, { language })}</strong>
        </Typography>
      </Box>
      <Box component="code" sx={{ fontSize: '0.8125rem', color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {rung.expression}
      </Box>
    </Box>
  )
}
