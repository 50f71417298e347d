import { sheetLabels } from '#engine/declaration/derive/report/labels.ts'
import { type FileTexts, textsFor } from '#engine/export/server/texts.ts'
import type { Day } from '#engine/values/calendar.ts'
import { shownMoney } from '#engine/values/shownMoney.ts'
import { formatDay, formatMoment } from '#engine/values/shownTime.ts'
import { type BrandFreshness, mayChangeText } from '#features/activity/answers/freshness.ts'
import { isCountedTier } from '#rules/commission/nextTier.ts'
import type { DigestAmount, DigestLine, DigestSource } from '../../answers/digests.ts'

type Words = Readonly<Record<string, unknown>>

function writers({ translate, locale }: FileTexts) {
  const money = (value: number, currency: string) => shownMoney(value, { locale, currency })
  const number = (value: number) => new Intl.NumberFormat(locale, { maximumFractionDigits: 4 }).format(value)
  const amounts = (some: readonly DigestAmount[]) =>
    some.map(({ currency, value }) => money(value, currency)).join(', ')
  const { product } = sheetLabels(translate)
  return { money, number, amounts, product }
}

/** What the next tier asks for: an amount, or so many of something, each with its name. */
function tierWords(texts: FileTexts, line: Extract<DigestLine, { code: 'tierNear' }>): Words {
  const { money, number, product } = writers(texts)
  const { fact, currency, brand } = line
  const named = fact === 'base' || fact === 'players' ? '' : texts.translate(`choices.tierFact.${fact}`)
  const figure = (value: number) => (isCountedTier(fact) ? number(value) : money(value, currency))
  const rate = line.product === 'cpa' ? money(line.rate, currency) : `${number(line.rate)}%`
  return {
    product: [product(line.product), brand].filter(Boolean).join(', '),
    missing: figure(line.missing),
    from: named === '' ? figure(line.from) : `${figure(line.from)} (${named})`,
    rate,
  }
}

/** A line's key below `digests.lines`, and what its text names. */
function wordsOf(texts: FileTexts, line: DigestLine, isOwn: boolean): readonly [string, Words] {
  const { number, amounts, product } = writers(texts)
  switch (line.code) {
    case 'firstDeposits':
      return [line.code, { smart_count: line.count, ngr: amounts(line.ngr) }]
    case 'changed': {
      const { ngr, commission } = line
      const figures = { ngr, commission }
      const values = (['ngr', 'commission'] as const)
        .filter((name) => figures[name].length > 0)
        .map((name) => texts.translate(`digests.figures.${name}`, { values: amounts(figures[name]) }))
        .join('; ')
      const cause = texts.translate(`resourcePages.past.causes.${line.cause}`)
      return [line.code, { cause, smart_count: line.days, values }]
    }
    case 'tier':
      return [line.code, { product: product(line.product), before: number(line.before), after: number(line.after) }]
    case 'tierNear':
      return [line.isOnPace ? 'tierOnPace' : line.code, tierWords(texts, line)]
    case 'paymentsSent':
      return [line.code, { smart_count: line.count, values: amounts(line.values) }]
    case 'held':
      return [isOwn ? 'heldOwn' : line.code, { smart_count: line.count }]
    case 'ending':
      return [isOwn ? 'endingOwn' : line.code, { smart_count: line.count, day: formatDay(line.day) }]
    default:
      return [line.code, { smart_count: line.count }]
  }
}

/** What made figures change, as people know it. */
function sourceText({ translate }: FileTexts, source: DigestSource): string {
  const say = (key: string, words: Words) => translate(`digests.sources.${key}`, words)
  const from = source.from === null ? null : formatDay(source.from)
  const daysTo = (last: Day) => say(last === source.from ? 'day' : 'days', { from, to: formatDay(last) })
  switch (source.kind) {
    case 'feed': {
      const { file, by, to } = source
      const at = formatMoment(source.at)
      const days = daysTo(to)
      if (!file) return say('received', { at, days })
      const lines = { file: file.name, first: file.firstLine, last: file.lastLine, at, days }
      return by === null ? say('file', lines) : say('fileBy', { ...lines, by })
    }
    case 'players':
      return say('players', { smart_count: source.count, days: daysTo(source.to) })
    case 'rule': {
      const words = { name: source.name, from, by: source.by }
      if (from === null) return say(source.by === null ? 'ruleAlways' : 'ruleAlwaysBy', words)
      return say(source.by === null ? 'rule' : 'ruleBy', words)
    }
    default: {
      const { kind, name, by, decidedBy } = source
      const words = { name, from, by, decidedBy, number: source.id }
      if (name === null) return say(kind, words)
      return say(by === null || decidedBy === null ? `${kind}Of` : `${kind}By`, words)
    }
  }
}

/** A line of a digest as people read it, and what is behind it. @param isOwn it is about the reader, an affiliate */
export function lineText(
  line: DigestLine,
  { language, isOwn }: { language: string | null; isOwn: boolean },
): { readonly text: string; readonly details: readonly string[] } {
  const texts = textsFor(language)
  const [key, words] = wordsOf(texts, line, isOwn)
  return {
    text: texts.translate(`digests.lines.${key}`, words),
    details: line.code === 'changed' ? line.sources.map((source) => sourceText(texts, source)) : [],
  }
}

/** The lines of a digest in words, each with the address that explains it. */
export function digestText(
  lines: readonly DigestLine[],
  given: {
    language: string | null
    isOwn: boolean
    name: string
    origin: string | undefined
    from: Day
    to: Day
    stop: string
    /** Brands of which something is not here yet. */
    late?: readonly BrandFreshness[]
  },
): string {
  const { language, name, origin, from, to, stop, late = [] } = given
  const { translate } = textsFor(language)
  const said = lines.flatMap((line) => {
    const { text, details } = lineText(line, given)
    return [
      `- ${text}`,
      ...details.map((detail) => `  · ${detail}`),
      ...(origin === undefined ? [] : [`  ${origin}${line.path}`]),
    ]
  })
  return [
    translate('access.greeting', { name }),
    '',
    from === to
      ? translate('digests.leadDay', { day: formatDay(to) })
      : translate('digests.lead', { from: formatDay(from), to: formatDay(to) }),
    '',
    ...said,
    '',
    ...(late.length === 0 ? [] : [...late.map((brand) => mayChangeText(brand, translate)), '']),
    ...(origin === undefined ? [translate('digests.change')] : [translate('digests.stop'), `${origin}${stop}`]),
    '',
  ].join('\n')
}
