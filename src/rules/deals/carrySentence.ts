import type { CarryOver } from '../commission/constants.ts'
import type { CarryTerms } from './carry.ts'
import type { DealTexts } from './sentence.ts'

/** What a profile says of negative months, as it comes from a form. */
export type CarryDraft = CarryTerms & { readonly carryOver?: CarryOver | null }

const isSaid = (value: unknown): boolean => value !== null && value !== undefined && value !== ''
const sentenceOf = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

/** What becomes of a negative month, as a paragraph. */
export function carrySentence(draft: CarryDraft, { say, money, number }: DealTexts): string {
  const fence = draft.fence && draft.fence !== 'product' ? [sentenceOf(say(`carry.fence.${draft.fence}`))] : []
  if (draft.carryOver !== 'full') return [sentenceOf(say('carry.none')), ...fence].join(' ')
  const { carriedPart, carryAbove, carryAtMost, carryMonths, carryResetPlayers, carryResetMonths } = draft
  const counted = (key: string, name: string, value: unknown) =>
    say(key, { [name]: number(Number(value)), smart_count: Number(value) })
  const carried = [
    say(`carry.${carriedPart === 'chargebacks' ? 'chargebacks' : 'all'}`),
    ...(isSaid(carryAbove) ? [say('carry.above', { amount: money(Number(carryAbove)) })] : []),
    ...(isSaid(carryAtMost) ? [say('carry.atMost', { amount: money(Number(carryAtMost)) })] : []),
    ...(isSaid(carryMonths) ? [counted('carry.months', 'months', carryMonths)] : []),
  ]
  const sentences = [sentenceOf(carried.join(', ')), ...fence]
  if (isSaid(carryResetPlayers)) {
    const over = isSaid(carryResetMonths) ? [counted('carry.resetMonths', 'months', carryResetMonths)] : []
    sentences.push(sentenceOf([counted('carry.reset', 'players', carryResetPlayers), ...over].join(', ')))
  }
  return sentences.join(' ')
}
