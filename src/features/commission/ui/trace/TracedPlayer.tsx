import { useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import type { PlayerTrace, TracedCondition, TracedRule } from '../../answers/trace.ts'
import { emptyText, formatDay, formatNumber } from '#engine/ui/fields/format.ts'
import { labelKeys } from '#engine/ui/fields/labels.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { DefinitionList, NamedLink } from './Facts.tsx'

/** Why a player qualified for CPA or did not: what is kept, then each rule with its conditions. */
export function TracedPlayer({ trace: { player, qualified, rules } }: { trace: PlayerTrace }) {
  const translate = useTranslate()
  const text = (name: string, values?: object) => translate(`moneyPages.trace.${name}`, values)
  const day = (of: string | null) => (of === null ? emptyText : formatDay(of))
  return (
    <Box>
      <DefinitionList
        facts={[
          [text('player'), player.ref ?? emptyText],
          [text('registered'), player.registeredDay === null ? text('notRegistered') : formatDay(player.registeredDay)],
          [text('firstDeposit'), day(player.firstDepositDay)],
          [
            text('whose'),
            player.affiliate ? (
              <>
                <NamedLink resource="affiliate" of={player.affiliate} />
                {player.action?.name && ` · ${player.action.name}`}
                {player.registeredBy && `, ${text(`registeredBy.${player.registeredBy}`)}`}
              </>
            ) : (
              emptyText
            ),
          ],
        ]}
      />
      {qualified.map(({ reward, affiliate, day: on }) => (
        <Alert key={reward.id} severity="success" sx={{ mb: 1 }}>
          {text('kept', {
            day: formatDay(on),
            reward: reward.name ?? `#${reward.id}`,
            affiliate: affiliate.name ?? `#${affiliate.id}`,
          })}
        </Alert>
      ))}
      {qualified.length === 0 && (
        <Alert severity="info" sx={{ mb: 1 }}>
          {text('notKept')} {rules.length === 0 && text(player.affiliate ? 'noRules' : 'noAffiliate')}
        </Alert>
      )}
      {rules.map((rule) => (
        <Rule key={`${rule.ruleVersion} ${rule.from}`} rule={rule} />
      ))}
    </Box>
  )
}

function Rule({ rule: { reward, from, until, outcome, conditions } }: { rule: TracedRule }) {
  const translate = useTranslate()
  const text = (name: string, values?: object) => translate(`moneyPages.trace.${name}`, values)
  const held = [
    from === null ? text('always') : text('fromDay', { day: formatDay(from) }),
    until === null ? text('open') : text('untilDay', { day: formatDay(until) }),
  ]
  const name = reward.name ?? `#${reward.id}`
  return (
    <Paper variant="outlined" component="section" aria-label={name} sx={{ p: 2, mt: 1.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Typography variant="subtitle1" component="h3" sx={{ fontWeight: 600 }}>
          {name}
        </Typography>
        <Chip
          size="small"
          variant="outlined"
          color={outcome === 'qualified' ? 'success' : 'default'}
          label={text(`outcomes.${outcome}`)}
        />
      </Box>
      <Typography variant="body2" color="textSecondary">
        {held.join(', ')}
      </Typography>
      <Box component="ul" sx={{ m: 0, mt: 1, pl: 2.5, typography: 'body2' }}>
        {conditions.map((condition, index) => (
          <li key={index}>
            <Condition condition={condition} />
          </li>
        ))}
      </Box>
    </Paper>
  )
}

function Condition({ condition: each }: { condition: TracedCondition }) {
  const translate = useTranslate()
  const language = useLanguage()
  const text = (name: string, values?: object) => translate(`moneyPages.trace.${name}`, values)
  const number = (value: number | undefined) => formatNumber(value ?? 0, { language, decimals: 2 })
  const parts = [`${each.isMet ? '✓' : '✗'} ${text(`conditions.${each.code}`)}`]
  if (each.condition && each.operation) {
    const [condition, operation] = [
      translate(labelKeys.choice('triggerCondition', each.condition)),
      translate(labelKeys.choice('triggerOperation', each.operation)),
    ]
    parts.push(
      `${condition}, ${operation}: ${text('needed', { actual: number(each.actual), needed: number(each.needed) })}`,
    )
    if (!each.isMet && each.missing) parts.push(text('missing', { missing: number(each.missing) }))
  }
  if (each.fact !== undefined) {
    const sign = each.comparator === 'moreThan' ? '> ' : ''
    const fact = translate(labelKeys.choice('conditionFact', each.fact), { _: each.fact })
    const needed = `${sign}${number(each.needed)}`
    parts.push(`${each.alternative}. ${fact}: ${text('needed', { actual: number(each.actual), needed })}`)
  }
  if (each.since !== null) parts.push(text('since', { day: formatDay(each.since) }))
  return <>{parts.join(' · ')}</>
}
