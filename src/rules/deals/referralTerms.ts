import type { DealTexts } from './sentence.ts'
import type { ReferralBase } from './constants.ts'

type Numeric = number | string

/** How deep affiliates that bring affiliates are paid for: an affiliate's own are level 1, theirs level 2. */
export const referralLevelsMax = 10

/** The share of what the affiliates of a level earn by themselves. */
export interface ReferralShare {
  readonly level: Numeric
  /** Percent, 5 is 5 %. */
  readonly percentage: Numeric
  /** Commission where it is empty. */
  readonly of?: ReferralBase | null
}

/** What a profile says of affiliates that its own bring. */
export interface ReferralTerms {
  readonly referralShares?: readonly ReferralShare[] | null
}

const isSaid = (value: unknown): boolean => value !== null && value !== undefined && value !== ''

/** Rule of a profile: no level is said twice of the same. */
export function referralSharesAreWhole({ referralShares }: ReferralTerms) {
  const keys = (referralShares ?? []).map(({ level, of }) => (isSaid(level) ? `${level} ${of ?? 'commission'}` : null))
  return keys.flatMap((key, index) =>
    key !== null && keys.indexOf(key) < index
      ? [{ field: `referralShares.${index}.level`, code: 'duplicate_items' as const }]
      : [],
  )
}

/** What a profile says of affiliates that its own bring, as a sentence; null where it says nothing. */
export function referralSentence({ referralShares }: ReferralTerms, { say, number }: DealTexts): string | null {
  const said = (referralShares ?? []).filter(({ level, percentage }) => isSaid(level) && isSaid(percentage))
  if (said.length === 0) return null
  const list = said
    .toSorted((one, other) => Number(one.level) - Number(other.level))
    .map(({ level, percentage, of }) =>
      say(of === 'ngr' ? 'referral.ngr' : 'referral.commission', {
        rate: number(Number(percentage)),
        level: number(Number(level)),
      }),
    )
  const text = say('referral.pays', { list: list.join(', ') })
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
