import { ownCondition } from './condition.ts'
import { amount, count, day, needed, oneOf, recordOf, rows, share, words } from './fields.ts'
import { isSaid, rowsOf, type Said, type Term, type TermDraft } from './term.ts'

/** By what a row is chosen: its place, its players' day and age, or the months since the affiliate began. */
const choosing = ['mostSpecific', 'oldest', 'launch'] as const

const launchWords = { firstMonths: 'launchMonths', percentage: 'launchPercentage', value: 'launchValue' } as const

function writeLaunch(row: Said, draft: TermDraft): void {
  for (const [item, value] of Object.entries(row))
    if (!Object.hasOwn(launchWords, item) && isSaid(value)) draft.refuse(`rows.0.${item}`, 'not_applicable')
  for (const [item, word] of Object.entries(launchWords)) draft.set(word, row[item], `rows.0.${item}`)
}

/** Another rate, or value, by where players come from, when they registered, or in the first months. */
export const specialRate = {
  fields: {
    choose: needed(oneOf('specialRateChoice', choosing)),
    rows: needed(
      rows(
        {
          brand: recordOf('brand'),
          subBrand: recordOf('subBrand'),
          campaign: recordOf('campaign'),
          link: recordOf('action'),
          country: words(2),
          promoCode: words(40),
          registeredFrom: day,
          registeredBefore: day,
          afterMonths: count(1, 600),
          firstMonths: count(1, 60),
          percentage: share,
          value: amount,
          ...ownCondition,
          holdDays: count(0, 730),
        },
        50,
      ),
    ),
  },
  most: 3,
  holds: ['overrides', 'playerRates', 'launchMonths', 'launchPercentage', 'launchValue'],
  read: ({ overrides, playerRates, launchMonths, launchPercentage, launchValue }) => [
    ...(isSaid(overrides) ? [{ choose: 'mostSpecific', rows: overrides }] : []),
    ...(isSaid(playerRates) ? [{ choose: 'oldest', rows: playerRates }] : []),
    ...([launchMonths, launchPercentage, launchValue].some(isSaid)
      ? [{ choose: 'launch', rows: [{ firstMonths: launchMonths, percentage: launchPercentage, value: launchValue }] }]
      : []),
  ],
  write: ({ choose, rows: said }, draft) => {
    if (choose !== 'launch') return draft.set(choose === 'oldest' ? 'playerRates' : 'overrides', said, 'rows')
    const [first = {}, second] = rowsOf(said)
    if (second) draft.refuse('rows.1', 'not_applicable')
    if (!isSaid(first['firstMonths'])) draft.refuse('rows.0.firstMonths', 'required')
    writeLaunch(first, draft)
  },
} as const satisfies Term
