import type { DealFigure, PortalDeal } from '#features/portal/answers/portal.ts'
import { sheetLabels } from '#engine/declaration/derive/report/labels.ts'
import { textsFor } from '#engine/export/server/texts.ts'
import type { Mail } from '#engine/server/mail/sendText.ts'
import { shownMoney } from '#engine/values/shownMoney.ts'
import { formatDay } from '#engine/values/shownTime.ts'
import type { RewardDraft } from '#rules/commission/rewardRules.ts'
import { type CarryDraft, carrySentence } from '#rules/deals/carrySentence.ts'
import { type ReferralTerms, referralSentence } from '#rules/deals/referralTerms.ts'
import { type DealTexts, dealSentence } from '#rules/deals/sentence.ts'
import type { TellableChange } from './readDealChange.ts'

function writers(language: string | null) {
  const { translate, locale } = textsFor(language)
  const money = (value: number, currency: string | null | undefined) =>
    currency
      ? shownMoney(value, { locale, currency })
      : new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value)
  const number = (value: number) => new Intl.NumberFormat(locale, { maximumFractionDigits: 4 }).format(value)
  return { translate, money, number }
}

/** A deal as sentences in a language, a paragraph a product, as its page in the portal says them. */
export function dealSentences(
  { profile, rewards }: Pick<PortalDeal, 'profile' | 'rewards'>,
  names: PortalDeal['names'],
  language: string | null,
): string[] {
  const { translate, money, number } = writers(language)
  const wordsIn = (currency: string | null | undefined): DealTexts => ({
    say: (key, values) => translate(`deals.${key}`, values),
    money: (amount) => money(amount, currency),
    number,
    label: (choice, value) => translate(`choices.${choice}.${value}`, { _: value }),
    place: (word, value) =>
      `${translate(`resources.reward.items.overrides.${word}`, { _: word }).toLowerCase()} ${names[word]?.[String(value)] ?? value}`,
  })
  const ofProducts = rewards.flatMap((reward) => {
    const { currency } = reward as unknown as { currency?: string | null }
    const sentence = dealSentence(reward as unknown as RewardDraft, wordsIn(currency))
    return sentence === null ? [] : [`${translate(`choices.productType.${reward.productType}`)}: ${sentence}`]
  })
  const words = wordsIn(null)
  const carried = [carrySentence(profile as CarryDraft, words), referralSentence(profile as ReferralTerms, words)]
  return [...ofProducts, carried.filter(Boolean).join(' ')].filter((each) => each !== '')
}

/** What all products of a currency come to. */
export function figureTotals(figures: readonly DealFigure[]): Omit<DealFigure, 'product'>[] {
  const cents = (some: readonly DealFigure[], name: 'before' | 'after') =>
    some.reduce((sum, figure) => sum + Math.round(figure[name] * 100), 0) / 100
  return [...Map.groupBy(figures, ({ currency }) => currency)].map(([currency, some]) => ({
    currency,
    before: cents(some, 'before'),
    after: cents(some, 'after'),
  }))
}

/** The mail that tells of a changed deal: the last month by both, and what each says. */
export function dealChangeMail(
  change: TellableChange,
  { name, language, publicOrigin }: { name: string; language: string | null; publicOrigin: string | undefined },
): Pick<Mail, 'subject' | 'text'> {
  const { translate, money } = writers(language)
  const { product } = sheetLabels(translate)
  const say = (key: string, words: Readonly<Record<string, string>> = {}) => translate(`notice.deal.${key}`, words)
  const amounts = ({ currency, before, after }: Omit<DealFigure, 'product'>) => ({
    before: money(before, currency),
    after: money(after, currency),
  })
  const { figures, names } = change
  const days = { from: formatDay(change.from), to: formatDay(change.to) }
  const month =
    figures === null
      ? [say('unknown', days)]
      : figures.length === 0
        ? [say('nothing', days)]
        : [
            say('month', days),
            ...figures.map((figure) => `- ${say('product', { product: product(figure.product), ...amounts(figure) })}`),
            ...figureTotals(figures).map((total) => `- ${say('total', amounts(total))}`),
            say('assumed'),
          ]
  const deal = (side: 'before' | 'after') => [
    '',
    say(side),
    ...dealSentences(change[side], names, language).map((sentence) => `- ${sentence}`),
  ]
  const text = [
    translate('access.greeting', { name }),
    '',
    say('lead', { day: formatDay(change.day) }),
    '',
    ...month,
    ...deal('before'),
    ...deal('after'),
    ...(publicOrigin === undefined ? [] : ['', `${publicOrigin}/portal/deal`]),
    '',
  ].join('\n')
  return { subject: say('subject'), text }
}
