import { useTranslate } from 'react-admin'
import { formatMoney, formatNumber } from '#engine/ui/fields/format.ts'
import { labelKeys } from '#engine/ui/fields/labels.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { useRecordCurrency } from '#engine/ui/fields/useRecordCurrency.ts'
import type { ExplainedStep } from '../../answers/explanation.ts'

/** Exact results of steps may have more decimals than money has. */
const exactDecimals = 10

const signs = { atLeast: '≥', moreThan: '>', atMost: '≤', lessThan: '<' } as const

/** Says a step of an explanation as a line one can check with a pocket calculator. */
export function useStepText(): (step: ExplainedStep, measures: Readonly<Record<string, number>>) => string {
  const translate = useTranslate()
  const language = useLanguage()
  const currency = useRecordCurrency()
  const money = (value: number) => formatMoney(value, { language, currency })
  const exact = (value: number) => formatNumber(value, { language, decimals: exactDecimals })
  const measure = (name: string) => translate(`measures.${name}`, { _: name })
  const rate = (step: Extract<ExplainedStep, { kind: 'rate' }>) => {
    const range = step.source === 'fixed' ? '' : ` (${exact(step.from)} – ${step.to === null ? '…' : exact(step.to)})`
    const by = step.value === null ? `${exact(step.percentage ?? 0)}%` : money(step.value)
    return `${exact(step.base)} × ${by} = ${exact(step.amount)}${range}`
  }
  const deductedOf = ({ gameGroup, country }: Extract<ExplainedStep, { kind: 'deduction' }>) => {
    const of = String(country) === 'OTHERS' ? translate('resourcePages.entries.otherCountries') : (country ?? gameGroup)
    return of ? ` (${of})` : ''
  }
  return (step, measures) => {
    switch (step.kind) {
      case 'measure':
        return `${measure(step.name)} = ${written(step.formula, step.inputs, exact)} = ${exact(step.result)}`
      case 'base':
        return `${translate('resourcePages.entries.base')}: ${translate(labelKeys.choice('subType', step.name), { _: step.name })} = ${exact(step.result)}`
      case 'trigger':
        return translate(step.isMet ? 'resourcePages.entries.triggerMet' : 'resourcePages.entries.triggerNotMet', {
          condition: translate(labelKeys.choice('triggerCondition', step.condition)),
          operation: translate(labelKeys.choice('triggerOperation', step.operation)),
          actual: exact(step.actual),
          comparison: step.comparison,
        })
      case 'minimum': {
        const fact = translate(labelKeys.choice('periodFact', step.fact))
        const over = step.months ? translate('resourcePages.entries.overMonths', { fact, months: step.months }) : fact
        return translate(`resourcePages.entries.${minimumText(step)}`, {
          fact: step.isOfMonthBefore ? translate('resourcePages.entries.ofMonthBefore', { fact: over }) : over,
          actual: exact(step.actual),
          comparison: `${signs[step.comparator]} ${exact(step.threshold)}`,
        })
      }
      case 'deduction':
        return `${translate(labelKeys.choice('deductionKind', step.name))}${deductedOf(step)}: ${translate(labelKeys.choice('deductionBase', step.of))} ${exact(step.base)} × ${exact(step.percentage)}% = ${exact(step.amount)}`
      case 'tierBase':
        return `${translate(labelKeys.choice('tierFact', step.fact))} (${translate(labelKeys.choice('tierSpan', step.span))}) = ${exact(step.actual)}`
      case 'bands':
        return translate('resourcePages.entries.bands', {
          players: exact(step.players),
          fact: translate(labelKeys.choice('bandFact', step.fact)),
          amount: exact(step.amount),
        })
      case 'players':
        return step.percentage === null
          ? translate('resourcePages.entries.playersWithout', { base: exact(step.base) })
          : translate('resourcePages.entries.playersAt', {
              base: exact(step.base),
              rate: exact(step.percentage),
              amount: exact(step.amount),
            })
      case 'override':
        return `${(step.names ?? []).join(', ')}: ${exact(step.base)} × ${step.value === null ? `${exact(step.percentage ?? 0)}%` : money(step.value)} = ${exact(step.amount)}`
      case 'stage':
        return `${translate(labelKeys.field('reward', 'stages'))} ${step.stage}: ${exact(step.players)} × ${money(step.value)} = ${exact(step.amount)}`
      case 'launch':
        return translate('resourcePages.entries.launch', { months: step.months })
      case 'feeMinimum':
        return translate('resourcePages.entries.feeMinimum', {
          fact: translate(labelKeys.choice('periodFact', step.fact)),
          actual: exact(step.actual),
          comparison: `${signs[step.comparator]} ${exact(step.threshold)}`,
        })
      case 'flatFee':
        if (step.isPaid) return translate('resourcePages.entries.feePaid')
        return translate(step.isMet ? 'resourcePages.entries.flatFee' : 'resourcePages.entries.noFlatFee', {
          fee: money(step.fee),
        })
      case 'edge':
        return translate('resourcePages.entries.edge', {
          group: step.group ?? translate('resourcePages.entries.otherGames'),
          turnover: exact(step.turnover),
          rate: exact(step.percentage),
          amount: exact(step.amount),
        })
      case 'playerCeiling':
        return translate('resourcePages.entries.playerCeiling', {
          amount: exact(step.amount),
          result: exact(step.result),
        })
      case 'gate':
        return translate('resourcePages.entries.gate', {
          from: exact(step.from),
          fact: translate(labelKeys.choice('minimumFact', step.fact)),
          actual: exact(step.actual),
          comparison: `${signs[step.comparator]} ${exact(step.threshold)}`,
        })
      case 'lowered':
        return translate('resourcePages.entries.lowered')
      case 'ceiling':
        return translate('resourcePages.entries.ceiling', { amount: exact(step.amount), ceiling: money(step.ceiling) })
      case 'setOff':
        return translate('resourcePages.entries.setOff', { amount: exact(step.amount), result: exact(step.result) })
      case 'referral':
        return translate('resourcePages.entries.referral', {
          level: step.level,
          of: translate(labelKeys.choice('referralBase', step.of)),
          base: money(step.base),
          rate: exact(step.percentage),
          amount: exact(step.amount),
        })
      case 'withheld':
      case 'released':
      case 'quarantineSetOff':
        return translate(`resourcePages.entries.${step.kind}`, {
          amount: exact(step.amount),
          result: exact(step.result),
        })
      case 'floor':
        return translate('resourcePages.entries.floor', { amount: exact(step.amount), floor: money(step.floor) })
      case 'quarantine':
        return translate('resourcePages.entries.quarantine', { amount: exact(step.amount), result: exact(step.result) })
      case 'rate':
        return rate(step)
      case 'openingBalance':
        return translate('resourcePages.entries.openingBalance', {
          balance: money(step.balance),
          result: exact(step.result),
        })
      case 'negative':
        return translate('resourcePages.entries.negative', { amount: exact(step.amount), carried: money(step.carried) })
      case 'expression':
        return `${step.expression} = ${written(step.expression, measures, exact)} = ${step.result === null ? '–' : exact(step.result)}`
    }
  }
}

/** What became of a minimum. */
function minimumText(step: Extract<ExplainedStep, { kind: 'minimum' | 'feeMinimum' }>): string {
  if (step.isMet) return step.isGrace ? 'minimumGrace' : 'minimumMet'
  if (step.isFlag) return 'minimumFlagged'
  if (step.isWaiting) return 'minimumWaits'
  return step.isLowering ? 'minimumLowered' : 'minimumNotMet'
}

/** A formula with its words replaced by their amounts: whole words only. */
function written(formula: string, inputs: Readonly<Record<string, number>>, exact: (value: number) => string): string {
  return formula
    .replace(/[a-z_]+/g, (word) => (word in inputs ? exact(inputs[word]!) : word))
    .replaceAll('*', '×')
    .replaceAll(' - ', ' − ')
}
