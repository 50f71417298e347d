import { addDays, type Day } from '#engine/values/calendar.ts'
import { formatDay, formatMoment } from '#engine/values/shownTime.ts'

/** How a brand delivers what happened. */
export const feedVias = ['batch', 'postback', 'file', 'totals'] as const
export type FeedVia = (typeof feedVias)[number]

/** How far a brand has told what happened, as reports and `GET /api/brand/freshness` answer it. Moments in UTC. */
export interface BrandFreshness {
  readonly brand: number
  readonly name: string
  readonly latest_day: Day
  /** Its newest event; null where it tells totals of days alone, or none since it is kept. */
  readonly latest_event_at: string | null
  /** When it last delivered something; null where that was before it is kept. */
  readonly received_at: string | null
  /** By the clock of the brand's company: a whole day is over and not here. */
  readonly is_late: boolean
  /** Where it is late, the first day whose figures may still change. */
  readonly may_change_from: Day | null
  /** How, and by the end of which key or whose file; told to staff alone. */
  readonly via?: FeedVia | null
  readonly key_hint?: string | null
  readonly received_by?: string | null
}

type Translate = (key: string, values?: Readonly<Record<string, unknown>>) => string

/** What an answer of a report says of its brands; nothing as of a moment that is over. */
export const freshnessIn = (answer: object): readonly BrandFreshness[] =>
  (answer as { readonly freshness?: readonly BrandFreshness[] }).freshness ?? []

/** Brands whose days up to one are not all here; all late ones where no day is given. */
export const lateBrands = (freshness: readonly BrandFreshness[], to?: Day): readonly BrandFreshness[] =>
  freshness.filter(({ is_late: isLate, latest_day: latest }) => isLate && (to === undefined || latest < to))

/** What of a late brand may still change, in one sentence. */
export const mayChangeText = (
  { name, latest_day: latest }: Pick<BrandFreshness, 'name' | 'latest_day'>,
  translate: Translate,
): string => translate('freshness.mayChange', { name, day: formatDay(latest), from: formatDay(addDays(latest, 1)) })

/** How far each brand has told, a line each, as the second sheet of a file says it. */
export const freshnessNotes = (
  freshness: readonly BrandFreshness[],
  translate: Translate,
): (readonly [label: string, text: string])[] =>
  freshness.map((brand, index) => [
    index === 0 ? translate('freshness.upTo') : '',
    [
      translate('freshness.brandUpTo', { name: brand.name, day: formatDay(brand.latest_day) }),
      ...(brand.received_at
        ? [translate('freshness.received', { moment: `${formatMoment(brand.received_at)} UTC` })]
        : []),
      ...(brand.is_late ? [mayChangeText(brand, translate)] : []),
    ].join(' · '),
  ])
